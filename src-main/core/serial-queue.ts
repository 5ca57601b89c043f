/** Runs tasks one after the other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once everything before it has ended, successfully or not. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything queued so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
