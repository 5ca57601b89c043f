import type { FailureCode } from '../../core/sync/sync-state.ts';
import type { ExchangeNotes, Remote } from '../../ports/remote.ts';
import type { EventTotals, Replica, TicketRecord } from '../../ports/replica.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Timers } from '../../ports/timers.ts';

/** The door waits this long for the server's word on a ticket that it does not know. */
export const LOOKUP_DEADLINE_MS = 800;

export interface TicketLookupParts {
  readonly replica: Replica;
  readonly timers: Timers;
  readonly logger: Logger;
  /** The connection to ask over, when there is one and the budget allows it. */
  readonly open: () => Remote | null;
  readonly sent: () => void;
  readonly answered: (
    failure: FailureCode | null,
    retryAfterMs: number | null,
    notes: ExchangeNotes,
  ) => void;
  readonly stored: (totals: EventTotals) => void;
}

/** Asks the server for single tickets (`GET /integration/tickets/{ref}`). One question per ticket at a time. */
export class TicketLookup {
  readonly #parts: TicketLookupParts;
  readonly #asking = new Map<string, Promise<TicketRecord | null>>();
  /** The remote that answered 403: this client may not read tickets, so asking again costs time for nothing. */
  #forbiddenBy: Remote | null = null;

  constructor(parts: TicketLookupParts) {
    this.#parts = parts;
  }

  /** The ticket, if it is one of the event; null when it is not, or nobody could say in time. Never rejects. */
  ask(event: string, reference: string): Promise<TicketRecord | null> | null {
    const key = `${event} ${reference}`;
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    const remote = this.#parts.open();
    if (remote === null || remote === this.#forbiddenBy) return null;
    const question = this.#inTime(this.#ask(remote, event, reference)).finally(() =>
      this.#asking.delete(key),
    );
    this.#asking.set(key, question);
    return question;
  }

  /** The remote keeps the deadline for the request itself; a new token before it counts too. */
  #inTime(question: Promise<TicketRecord | null>): Promise<TicketRecord | null> {
    const late = Promise.withResolvers<null>();
    const cancel = this.#parts.timers.after(LOOKUP_DEADLINE_MS, () => late.resolve(null));
    return Promise.race([question, late.promise]).finally(cancel);
  }

  async #ask(remote: Remote, event: string, reference: string): Promise<TicketRecord | null> {
    this.#parts.sent();
    const result = await remote.findTicket(reference, LOOKUP_DEADLINE_MS);
    if (result.kind === 'failed') {
      if (result.failure.code === 'forbidden') this.#forbiddenBy = remote;
      const { code, retry_after_ms: retryAfterMs } = result.failure;
      this.#parts.answered(code, retryAfterMs, result.notes);
      return null;
    }
    this.#parts.answered(null, null, result.notes);
    if (result.value.event !== event) return null;
    this.#keep(result.value.ticket);
    return result.value.ticket;
  }

  /** The verdict does not wait for the replica to have it. */
  #keep(ticket: TicketRecord): void {
    this.#parts.replica.writeTicket(ticket).then(this.#parts.stored, (error: unknown) => {
      this.#parts.logger.warn({ error: String(error) }, 'a ticket could not be stored');
    });
  }
}
