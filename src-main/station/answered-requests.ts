import type { StationRequest } from '../../shared/station/commands.ts';

/** More than a screen can have on its way when its carrier breaks. */
const REMEMBERED = 2_000;

/**
 * Requests that were run, so that one sent again is answered again. The same id with another command is another request: a
 * screen that counts from one again after a reload must not lose a scan.
 */
export class AnsweredRequests<Reply> {
  readonly #replies = new Map<
    string,
    { readonly command: string; readonly reply: Promise<Reply> }
  >();
  readonly #recorded: ReadonlySet<string>;

  /** `recorded`: ids of the requests behind the journal's last rows, from before a restart. */
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
