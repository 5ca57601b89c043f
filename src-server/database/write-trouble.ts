// Why: docs/decisions/0014-two-databases.md
import { DatabaseError } from './database-error.ts';

/** After a write that failed nobody writes only to find out, for so long. */
const PAUSE_MS = 5_000;

/** Remembers that the disk refused a write, until one goes through that is made to find out. */
export class WriteTrouble {
  readonly #write: () => Promise<void>;
  #failed: { readonly error: DatabaseError; readonly atMs: number } | null = null;
  #trial: Promise<void> | null = null;

  /** `write` makes a write as small as can be, whose failure is noted like any other's. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Takes every error of a write. */
  note(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.code !== 'database.full') return;
    this.#failed = { error, atMs: performance.now() };
  }

  async assertNone(): Promise<void> {
    if (this.#failed === null) return;
    if (performance.now() - this.#failed.atMs < PAUSE_MS) throw this.#failed.error;
    this.#trial ??= this.#try();
    await this.#trial;
  }

  async #try(): Promise<void> {
    try {
      await this.#write();
      this.#failed = null;
    } finally {
      this.#trial = null;
    }
  }
}
