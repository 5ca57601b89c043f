import type { Remote } from '../../ports/remote.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Timers } from '../../ports/timers.ts';
import type { ServerQuestions } from '../server-questions.ts';
import type { StationEmitter } from '../station-events.ts';
import type { Admissions } from './admissions.ts';

/** The door waits this long for the server's word on a ticket that it does not know. */
export const LOOKUP_DEADLINE_MS = 800;

/** How long a server that refused to let this client read tickets is not asked again. */
const FORBIDDEN_MS = 60_000;
/** The same, where the refusal may be somebody else's, or a bare `/v1`'s. */
const PERHAPS_FORBIDDEN_MS = 10_000;

/** `no_such_ticket`: the server's own word. Null: nobody could say. */
export type FoundTicket = TicketRecord | 'no_such_ticket' | null;

export interface TicketLookupParts {
  readonly replica: Replica;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly questions: ServerQuestions;
  readonly admissions: Admissions;
  readonly events: StationEmitter;
}

/** Asks the server for single tickets (`GET /integration/tickets/{ref}`). One question per ticket at a time. */
export class TicketLookup {
  readonly #parts: TicketLookupParts;
  readonly #asking = new Map<string, Promise<FoundTicket>>();
  /** The remote that refused: this client may not read tickets, so asking again costs time for nothing. */
  #forbiddenBy: Remote | null = null;

  constructor(parts: TicketLookupParts) {
    this.#parts = parts;
  }

  /** The ticket, if it is one of the event; null when nobody could say in time. Never rejects. */
  ask(event: string, reference: string): Promise<FoundTicket> | null {
    const key = `${event} ${reference}`;
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    const remote = this.#parts.questions.openForTicket();
    if (remote === null || remote === this.#forbiddenBy) return null;
    const question = this.#inTime(this.#ask(remote, event, reference)).finally(() =>
      this.#asking.delete(key),
    );
    this.#asking.set(key, question);
    return question;
  }

  /** The remote keeps the deadline for the request itself; a new token before it counts too. */
  #inTime(question: Promise<FoundTicket>): Promise<FoundTicket> {
    const late = Promise.withResolvers<null>();
    const cancel = this.#parts.timers.after(LOOKUP_DEADLINE_MS, () => late.resolve(null));
    return Promise.race([question, late.promise]).finally(cancel);
  }

  async #ask(remote: Remote, event: string, reference: string): Promise<FoundTicket> {
    const result = await this.#parts.questions.send(remote, () =>
      remote.findTicket(reference, LOOKUP_DEADLINE_MS),
    );
    if (result.kind === 'failed') {
      const { code, own } = result.failure;
      if (code === 'forbidden' || code === 'scope_missing') this.#restFrom(remote, FORBIDDEN_MS);
      else if (code === 'invalid_response') this.#restFrom(remote, PERHAPS_FORBIDDEN_MS);
      return own?.code === 'resource.not_found' ? 'no_such_ticket' : null;
    }
    if (result.value.event !== event) return 'no_such_ticket';
    void this.#keep(result.value.ticket);
    return result.value.ticket;
  }

  /** A scope may be added at any time. */
  #restFrom(remote: Remote, restMs: number): void {
    this.#forbiddenBy = remote;
    this.#parts.timers.after(restMs, () => {
      this.#forbiddenBy = null;
    });
  }

  /** The verdict does not wait for the replica to have it. */
  async #keep(ticket: TicketRecord): Promise<void> {
    const { replica, admissions, events, logger } = this.#parts;
    try {
      admissions.countTotals(await replica.writeTicket(ticket));
      events.emit('changed');
    } catch (error) {
      logger.warn({ error: String(error) }, 'a ticket could not be stored');
    }
  }
}
