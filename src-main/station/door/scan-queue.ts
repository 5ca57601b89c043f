import type { ScanOutcome, ScanSource } from '../../../shared/station/outcomes.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { ReadCode } from '../../../shared/ticket-code/split-merged-codes.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { TicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { StationEmitter } from '../station-events.ts';
import type { CodeVerifier } from './code-verifier.ts';
import type { Desk } from './desk.ts';
import {
  isOfAnotherEvent,
  ticketNamed,
  type CodeRead,
  type KnownOfTicket,
  type ScanTicket,
} from './scan-ticket.ts';
import type { TicketLookup } from './ticket-lookup.ts';

export interface Reading {
  readonly request_id: string;
  /** Several where a scanner ran them together. */
  readonly codes: readonly ReadCode[];
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

export interface ScanQueueParts {
  readonly scanTicket: ScanTicket;
  readonly verifier: CodeVerifier;
  readonly lookup: TicketLookup;
  readonly replica: Replica;
  /** Whether a piece of a request was written before a restart. */
  readonly requests: { wasRecorded(requestId: string): boolean };
  readonly events: StationEmitter;
}

/** A code as it was read: whether it is signed by the organiser is not known yet. */
type ParsedRead = Omit<CodeRead, 'code'> & { readonly code: TicketCode };

type Shown = (outcome: ScanOutcome) => void;

const ignored: Shown = () => undefined;

/** Ready to be judged. */
interface Prepared {
  readonly read: CodeRead;
  readonly known: KnownOfTicket;
}

/**
 * Shows scans in the order in which they were read. A scan that waits for the server, or for its signature to be checked, holds back
 * those behind it, but every question is asked when its code is read, so that they wait once and not one after the other.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when every code in the reading was shown. `shown` hears of those of this reading alone. */
  scan(reading: Reading, desk: Desk, shown: Shown = ignored): Promise<void> {
    const reads = separate(reading).filter(
      (one) => !this.#parts.requests.wasRecorded(one.request_id),
    );
    return Promise.all(reads.map((one) => this.#enqueue(one, desk, shown))).then(() => undefined);
  }

  /** Resolves when nothing is waiting. */
  idle(): Promise<void> {
    return this.#tail;
  }

  #enqueue(read: ParsedRead, desk: Desk, shown: Shown): Promise<void> {
    const prepared = this.#prepare(read, desk);
    if (this.#waiting === 0 && 'read' in prepared) {
      this.#judge(prepared, desk, shown);
      return Promise.resolve();
    }
    this.#waiting += 1;
    const turn = this.#tail
      .then(() => prepared)
      .then((ready) => this.#judge(ready, desk, shown))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  #judge({ read, known }: Prepared, desk: Desk, shown: Shown): void {
    const outcome = this.#parts.scanTicket.scan(read, desk, known);
    this.#parts.events.emit('outcome', outcome);
    shown(outcome);
  }

  /** A read that is alone is judged in the same turn of the event loop, with the ticket that was found here. */
  #prepare(read: ParsedRead, desk: Desk): Prepared | Promise<Prepared> {
    const { code } = read;
    if (code.kind !== 'signed') return this.#lookUp({ ...read, code }, desk, this.#waiting === 0);
    return this.#parts.verifier
      .verify(code.token, desk.codes.keys)
      .then((verified) =>
        this.#lookUp({ ...read, code: { kind: 'signed', verified } }, desk, this.#waiting === 1),
      );
  }

  #lookUp(read: CodeRead, desk: Desk, isNext: boolean): Prepared | Promise<Prepared> {
    const reference = ticketNamed(read.code);
    if (reference === null || isOfAnotherEvent(read.code, desk)) return { read, known: {} };
    const stored = this.#findStored(desk.event, reference);
    const known = isNext && stored !== undefined ? { stored } : {};
    if (stored) return { read, known };
    const asked = this.#parts.lookup.ask(desk.event, reference);
    if (asked === null) return { read, known };
    return asked.then((found) => ({ read, known: { found } }));
  }

  /** Undefined: the replica cannot be read at this moment. The server is asked as for a ticket that is not there. */
  #findStored(event: string, reference: string): TicketRecord | null | undefined {
    try {
      return this.#parts.replica.findTicket(event, reference);
    } catch (error) {
      if (error instanceof ReplicaUnreadableError) return undefined;
      throw error;
    }
  }
}

/** The codes of one reading. The last carries the request's own id, so that an id that was recorded means that all were. */
function separate({ request_id, codes, ...rest }: Reading): readonly ParsedRead[] {
  return codes.map((one, index) => ({
    ...rest,
    ...one,
    request_id: index === codes.length - 1 ? request_id : `${request_id}#${index + 1}`,
  }));
}
