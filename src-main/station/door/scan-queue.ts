import type { ScanOutcome, ScanSource } from '../../../shared/station/api.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { splitMergedCodes } from '../../../shared/ticket-code/split-merged-codes.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Desk } from './desk.ts';
import type { CodeRead, ScanTicket } from './scan-ticket.ts';
import type { TicketLookup } from './ticket-lookup.ts';

export interface RawRead {
  readonly request_id: string;
  readonly code: string;
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

export interface ScanQueueParts {
  readonly scanTicket: ScanTicket;
  readonly lookup: TicketLookup;
  readonly replica: Replica;
  readonly show: (outcome: ScanOutcome) => void;
  /** Whether this piece of a request was written before a restart. */
  readonly wasRecorded: (requestId: string) => boolean;
}

/**
 * Shows scans in the order in which they were read. A scan that waits for the server holds back those behind it, but every question
 * is asked when its code is read, so that they wait once and not one after the other.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when every code in the read was shown. */
  scan(read: RawRead, desk: Desk): Promise<void> {
    const reads = separate(read).filter((one) => !this.#parts.wasRecorded(one.request_id));
    return Promise.all(reads.map((one) => this.#enqueue(one, desk))).then(() => undefined);
  }

  /** Resolves when nothing is waiting. */
  idle(): Promise<void> {
    return this.#tail;
  }

  #enqueue(read: CodeRead, desk: Desk): Promise<void> {
    const found = this.#lookUp(read, desk);
    if (this.#waiting === 0 && found === null) {
      this.#parts.show(this.#parts.scanTicket.scan(read, desk, null));
      return Promise.resolve();
    }
    this.#waiting += 1;
    const turn = this.#tail
      .then(() => found)
      .then((ticket) => this.#parts.show(this.#parts.scanTicket.scan(read, desk, ticket)))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  #lookUp(read: CodeRead, desk: Desk): Promise<TicketRecord | null> | null {
    if (read.code.kind !== 'reference') return null;
    const { reference } = read.code;
    if (this.#isKnown(desk.event, reference)) return null;
    return this.#parts.lookup.ask(desk.event, reference);
  }

  /** A ticket that cannot be read at this moment is asked for like one that is not there. */
  #isKnown(event: string, reference: string): boolean {
    try {
      return this.#parts.replica.findTicket(event, reference) !== null;
    } catch (error) {
      if (error instanceof ReplicaUnreadableError) return false;
      throw error;
    }
  }
}

/** The codes of one read. The last carries the request's own id, so that an id that was recorded means that all were. */
function separate(read: RawRead): readonly CodeRead[] {
  const codes = splitMergedCodes(read.code);
  return codes.map((raw, index) => ({
    request_id: index === codes.length - 1 ? read.request_id : `${read.request_id}#${index + 1}`,
    raw,
    code: parseTicketCode(raw),
    symbology: read.symbology,
    source: read.source,
    readAtMs: read.readAtMs,
  }));
}
