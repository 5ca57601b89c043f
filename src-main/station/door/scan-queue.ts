import type { ScanOutcome, ScanSource } from '../../../shared/station/outcomes.ts';
import type { CodeKey } from '../../../shared/contract/code-key.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { MAX_SOLD_CODE_LENGTH } from '../../../shared/contract/limits.ts';
import { cleanCode } from '../../../shared/ticket-code/clean-code.ts';
import {
  findSoldCode,
  resemblesSoldCode,
  soldCodeKey,
  type FoundSoldCode,
} from '../../../shared/ticket-code/sold-code.ts';
import { verifySignedCode, type VerifiedCode } from '../../../shared/ticket-code/signed-code.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { ReadCode } from '../../../shared/ticket-code/read-codes.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { TicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import {
  isOfAnotherEvent,
  type CheckedCode,
  ticketNamed,
  type CodeRead,
  type KnownOfTicket,
  type NamedTicket,
  type ScanTicket,
} from './scan-ticket.ts';
import { withAnswers } from './with-answers.ts';
import type { TicketLookup } from './ticket-lookup.ts';

export interface Reading {
  readonly request_id: string;
  /** Several if the scanner merged them. */
  readonly codes: readonly (ReadCode | { readonly raw: ''; readonly code: NamedTicket })[];
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

export interface ScanQueueParts {
  readonly scanTicket: ScanTicket;
  readonly verifier: CodeVerifier;
  readonly lookup: TicketLookup;
  readonly replica: Replica;
  readonly choices: Choices;
  /** Whether a part of a request was recorded before a restart. */
  readonly requests: { wasRecorded(requestId: string): boolean };
  readonly events: StationEmitter;
}

/** A code as read; whether the organiser signed it is not known yet. */
type ParsedRead = Omit<CodeRead, 'code'> & { readonly code: TicketCode | NamedTicket };

/** A code, in the address of a shop. */
const LONGEST_ASKED = 2 * MAX_SOLD_CODE_LENGTH;

type Shown = (outcome: ScanOutcome) => void;

const ignored: Shown = () => undefined;

/** Ready to be judged. */
interface Prepared {
  readonly read: CodeRead;
  readonly known: KnownOfTicket;
}

/**
 * Shows scans in the order in which they were read.
 *
 * Phases of a scan: parsed → prepared (signature verified, unknown ticket looked up at the server) → judged and recorded → shown.
 * Preparation of all scans starts immediately; only the later phases wait for earlier scans, so that delays overlap instead of adding up.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when every code of the reading was shown. `shown` is called for codes of this reading only. */
  scan(reading: Reading, selection: DoorSelection, shown: Shown = ignored): Promise<void> {
    const reads = separate(reading).filter(
      (one) => !this.#parts.requests.wasRecorded(one.request_id),
    );
    return Promise.all(reads.map((one) => this.#enqueue(one, selection, shown))).then(
      () => undefined,
    );
  }

  /** Resolves when nothing is waiting. */
  idle(): Promise<void> {
    return this.#tail;
  }

  #enqueue(read: ParsedRead, selection: DoorSelection, shown: Shown): Promise<void> {
    const prepared = this.#prepare(read, selection);
    if (this.#waiting === 0 && 'read' in prepared) {
      this.#judge(prepared, selection, shown);
      return Promise.resolve();
    }
    this.#waiting += 1;
    const turn = this.#tail
      .then(() => prepared)
      .then((ready) => this.#judge(ready, selection, shown))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  #judge({ read, known }: Prepared, selection: DoorSelection, shown: Shown): void {
    const { scanTicket } = this.#parts;
    const outcome = withAnswers(
      this.#parts,
      selection.event,
      scanTicket.scan(read, selection, known),
    );
    this.#parts.events.emit('outcome', outcome);
    shown(outcome);
  }

  /** A single read is judged in the same turn of the event loop, with the ticket that was found here. */
  #prepare(read: ParsedRead, selection: DoorSelection): Prepared | Promise<Prepared> {
    const { code } = read;
    if (code.kind !== 'signed')
      return this.#lookUp({ ...read, code }, selection, this.#waiting === 0);
    return this.#parts.verifier
      .verify(code.token, selection.codes.keys)
      .then((verified) =>
        this.#lookUp(
          { ...read, code: { kind: 'signed', verified } },
          selection,
          this.#waiting === 1,
        ),
      );
  }

  #lookUp(read: CodeRead, selection: DoorSelection, isNext: boolean): Prepared | Promise<Prepared> {
    const reference = ticketNamed(read.code);
    if (reference !== null && isOfAnotherEvent(read.code, selection)) return { read, known: {} };
    // Undefined: the replica cannot be read at the moment. The server is asked as for a missing ticket.
    const stored = readableOr(undefined, () =>
      reference === null ? null : this.#parts.replica.findTicket(selection.event, reference),
    );
    const known = isNext && stored !== undefined ? { stored } : {};
    if (stored) return { read, known };
    const sold = this.#soldUnder(read, selection);
    if (sold?.kind === 'found') return asSold(read, sold.sold.ticket, isNext);
    if (reference === null) return this.#lookUpSold(read, selection, sold);
    const asked = this.#parts.lookup.ask(selection.event, reference);
    if (asked === null) return { read, known };
    return asked.then((found) => ({ read, known: { found } }));
  }

  /** A reading that names no ticket here. The server may know one that was sold in the meantime. */
  #lookUpSold(
    read: CodeRead,
    selection: DoorSelection,
    sold: FoundSold | undefined,
  ): Prepared | Promise<Prepared> {
    const unread = sold === undefined ? { unread: true as const } : {};
    if (read.code.kind !== 'unrecognised') return { read, known: unread };
    if (sold?.kind === 'ambiguous') return { read: { ...read, code: AMBIGUOUS }, known: {} };
    const beside = readableOr([], () =>
      this.#parts.replica.soldCodesBeside(selection.event, soldCodeKey(cleanCode(read.raw))),
    );
    const isLike = beside.some((code) => resemblesSoldCode(read.raw, code));
    const unknown = { read: isLike ? { ...read, code: LIKE_SOLD } : read, known: unread };
    const mayBeNew = (sold === undefined || beside.length > 0) && isOneWord(read.raw);
    const asked = mayBeNew ? this.#parts.lookup.askForSold(selection.event, read.raw) : null;
    if (asked === null) return unknown;
    return asked.then((found) =>
      found === null || found === 'no_such_ticket'
        ? unknown
        : { read: { ...read, code: soldAs(found) }, known: { found } },
    );
  }

  /** The ticket that was sold elsewhere under the code that was read; undefined while the replica cannot be read. */
  #soldUnder({ code, raw }: CodeRead, { event }: DoorSelection): FoundSold | undefined {
    if (!mayBeSold(code)) return { kind: 'unknown' };
    return readableOr(undefined, () =>
      findSoldCode(raw, (keys) =>
        this.#parts.replica
          .ticketsWithCode(event, keys)
          .flatMap((ticket) =>
            ticket.sold_code === null ? [] : [{ code: ticket.sold_code, ticket }],
          ),
      ),
    );
  }
}

type FoundSold = FoundSoldCode<{ readonly code: string; readonly ticket: TicketRecord }>;

const AMBIGUOUS = { kind: 'ambiguous' } as const;
const LIKE_SOLD = { kind: 'like_sold' } as const;

function soldAs({ reference }: TicketRecord): CheckedCode {
  return { kind: 'sold', reference };
}

function asSold(read: CodeRead, ticket: TicketRecord, isNext: boolean): Prepared {
  return {
    read: { ...read, code: soldAs(ticket) },
    known: isNext ? { stored: ticket } : {},
  };
}

/** Guests also hold Wi-Fi passwords, boarding passes and business cards under a scanner: those are sent nowhere. */
function isOneWord(reading: string): boolean {
  const text = cleanCode(reading);
  if (text.length > LONGEST_ASKED || /[\s\p{Cc}]/u.test(text)) return false;
  const [scheme] = /^[a-z][a-z-]+:/i.exec(text) ?? [];
  return scheme === undefined || /^https?:$/i.test(scheme);
}

/** Another system's codes may have the form of ours. A signature of this organiser's says what a code is. */
function mayBeSold(code: CheckedCode): boolean {
  switch (code.kind) {
    case 'reference':
    case 'partial':
    case 'unrecognised':
      return true;
    case 'signed':
      return code.verified.kind !== 'valid';
    case 'enrolment':
    case 'training':
    case 'sold':
    case 'named':
    case 'like_sold':
    case 'ambiguous':
      return false;
    default:
      return assertNever(code);
  }
}

/** The codes of one reading. The last one has the request's own id, so that a recorded id means that all were recorded. */
function separate({ request_id, codes, ...rest }: Reading): readonly ParsedRead[] {
  return codes.map((one, index) => ({
    ...rest,
    ...one,
    request_id: index === codes.length - 1 ? request_id : `${request_id}#${index + 1}`,
  }));
}

/** Repeated scans of a code mostly follow soon. */
const REMEMBERED = 200;

/** Verifies signatures off the deciding thread, each code once. */
export class CodeVerifier {
  #keys: readonly CodeKey[] = [];
  readonly #verified = new Map<string, Promise<VerifiedCode>>();

  verify(token: string, keys: readonly CodeKey[]): Promise<VerifiedCode> {
    if (keys !== this.#keys) this.#verified.clear();
    this.#keys = keys;
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const verified = verifySignedCode(token, keys);
    this.#verified.set(token, verified);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > REMEMBERED && oldest !== undefined) this.#verified.delete(oldest);
    return verified;
  }
}
