export interface Timers {
  /** Runs once after at least `delayMs`; the returned function cancels. A pending timer never keeps the process alive. */
  after(delayMs: number, run: () => void): () => void;
}
