/** Where a command writes and what it learns from its surroundings; the process's own outside of tests. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Resolves when what was written has left the process: who writes much waits for it. */
  readonly flushed: () => Promise<void>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Resolves when the process is asked to end. */
  readonly stopRequested: () => Promise<void>;
}
