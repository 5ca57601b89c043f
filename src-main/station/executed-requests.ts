import type { StationRequest } from '../../shared/station/commands.ts';

/** More than a screen can have in flight when its transport breaks. */
const REMEMBERED = 2_000;

/**
 * Requests that were executed, so that a repeated one is only answered. The same id with another command is another request: a screen that
 * restarts its counter after a reload must not lose a scan.
 */
export class ExecutedRequests<Reply> {
  readonly #replies = new Map<
    string,
    { readonly command: string; readonly reply: Promise<Reply> }
  >();
  readonly #recorded: ReadonlySet<string>;

  /** `recorded`: request ids of the journal's last rows, from before a restart. */
  constructor(recorded: readonly string[]) {
    this.#recorded = new Set(recorded);
  }

  once(request: StationRequest, run: () => Promise<Reply>): Promise<Reply> {
    const command = JSON.stringify(request.command);
    const earlier = this.#replies.get(request.id);
    if (earlier !== undefined && earlier.command === command) return earlier.reply;
    const reply = run();
    this.#replies.set(request.id, { command, reply });
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > REMEMBERED && oldest !== undefined) this.#replies.delete(oldest);
    return reply;
  }

  wasRecorded(requestId: string): boolean {
    return this.#recorded.has(requestId);
  }
}
