import type { FoundTicket, Remote, RemoteResult } from '../../ports/remote.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Logger, Timers } from '../../ports/system.ts';
import type { ServerQuestions } from '../enrolment/server-questions.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { Admissions } from '../selection/admissions.ts';

/** How long the door waits for the server's response about an unknown ticket. */
const LOOKUP_DEADLINE_MS = 800;

/** How long a server that refuses ticket lookups of this client is not asked again. */
const FORBIDDEN_MS = 60_000;
/** The same, if the refusal may come from something on the network path or from a bare `/v1`. */
const PERHAPS_FORBIDDEN_MS = 10_000;

/** `no_such_ticket`: the server's own response. Null if there was no usable response. The ticket may be another event's. */
export type LookedUpTicket = TicketRecord | 'no_such_ticket' | null;

export interface TicketLookupParts {
  readonly replica: Replica;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly questions: ServerQuestions;
  readonly admissions: Admissions;
  readonly events: StationEmitter;
}

/** Looks up single tickets at the server. At most one request per ticket or code at a time. */
export class TicketLookup {
  readonly #parts: TicketLookupParts;
  readonly #asking = new Map<string, Promise<LookedUpTicket>>();
  /** The remote that refused: this client may not read tickets, so asking again would only cost time. */
  #forbiddenBy: Remote | null = null;

  constructor(parts: TicketLookupParts) {
    this.#parts = parts;
  }

  /** The ticket with that reference, of whatever event; null without a usable response in time. Never rejects. */
  ask(event: string, reference: string): Promise<LookedUpTicket> | null {
    return this.#once(`${event} ${reference}`, this.#parts.questions.openForTicket(), (remote) =>
      this.#ask(remote, event, () => remote.findTicket(reference, LOOKUP_DEADLINE_MS)),
    );
  }

  /** Likewise the event's ticket that was sold elsewhere under the code in a reading. */
  askForSold(event: string, reading: string): Promise<LookedUpTicket> | null {
    return this.#once(`${event}:${reading}`, this.#parts.questions.openForSoldCode(), (remote) =>
      this.#ask(remote, event, async () => {
        const result = await remote.findSoldTicket(event, reading, LOOKUP_DEADLINE_MS);
        if (result.kind === 'failed') return result;
        const ticket = result.value;
        return { ...result, value: ticket && { ticket, event: ticket.event } };
      }),
    );
  }

  #once(
    key: string,
    remote: Remote | null,
    ask: (remote: Remote) => Promise<LookedUpTicket>,
  ): Promise<LookedUpTicket> | null {
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    if (remote === null || remote === this.#forbiddenBy) return null;
    const question = this.#inTime(ask(remote)).finally(() => this.#asking.delete(key));
    this.#asking.set(key, question);
    return question;
  }

  /** The remote enforces the deadline of the request; this one also covers a new token before it. */
  #inTime(question: Promise<LookedUpTicket>): Promise<LookedUpTicket> {
    const late = Promise.withResolvers<null>();
    const cancel = this.#parts.timers.after(LOOKUP_DEADLINE_MS, () => late.resolve(null));
    return Promise.race([question, late.promise]).finally(cancel);
  }

  async #ask(
    remote: Remote,
    event: string,
    question: () => Promise<RemoteResult<FoundTicket | null>>,
  ): Promise<LookedUpTicket> {
    const result = await this.#parts.questions.send(remote, question);
    if (result.kind === 'failed') {
      const { code, own } = result.failure;
      if (code === 'forbidden' || code === 'scope_missing') this.#restFrom(remote, FORBIDDEN_MS);
      else if (code === 'invalid_response') this.#restFrom(remote, PERHAPS_FORBIDDEN_MS);
      return own?.code === 'resource.not_found' ? 'no_such_ticket' : null;
    }
    const { ticket, event: named = null } = result.value ?? {};
    if (ticket === undefined || named === null) return 'no_such_ticket';
    // Only the tickets of the door's event are kept up to date.
    if (named === event) void this.#keep(ticket);
    return ticket;
  }

  /** A scope may be granted at any time. */
  #restFrom(remote: Remote, restMs: number): void {
    this.#forbiddenBy = remote;
    this.#parts.timers.after(restMs, () => {
      this.#forbiddenBy = null;
    });
  }

  /** Stored in the background: the verdict does not wait for the replica. */
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
