import { assertNever } from '../../../shared/assert-never.ts';
import { referenceOf, type TicketReference } from '../../../shared/references.ts';
import type {
  ScanOutcome,
  ScanSource,
  UnnumberedOutcome,
} from '../../../shared/station/outcomes.ts';
import { issueRead, type SignedTicket } from '../../../shared/ticket-code/code-payload.ts';
import type { TicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { VerifiedCode } from '../../../shared/ticket-code/signed-code.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import {
  outcomeMessage,
  type NonVerdict,
} from '../../../shared/verdict/messages/outcome-message.ts';
import type { Verdict } from '../../../shared/verdict/verdict.ts';
import {
  emptyGuard,
  rememberRead,
  shownBefore,
  type RepeatGuard,
} from '../../core/repeat-guard.ts';
import {
  outcomeNotRecorded,
  outcomeOfVerdict,
  outcomeWithout,
  type Read,
} from '../../core/door/scan-outcome.ts';
import { ticketOfCode } from '../../core/door/code-facts.ts';
import { factsOf, type KnownTicket } from '../../core/door/ticket-facts.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/random.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Choices } from '../choices.ts';
import type { Freshness } from '../freshness.ts';
import type { StationClock } from '../station-clock.ts';
import type { StationEmitter } from '../station-events.ts';
import type { Warnings } from '../warnings.ts';
import type { Admissions } from './admissions.ts';
import type { Desk } from './desk.ts';
import type { FoundTicket } from './ticket-lookup.ts';

/** What a code says, the signature of a signed one checked. */
export type CheckedCode =
  | Exclude<TicketCode, { readonly kind: 'signed' }>
  | { readonly kind: 'signed'; readonly verified: VerifiedCode };

/** One code as a device delivered it. */
export interface CodeRead {
  readonly request_id: string;
  readonly raw: string;
  readonly code: CheckedCode;
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

/** What was found of the ticket before the code's turn came. */
export interface KnownOfTicket {
  /** From the replica, in this turn of the event loop. Left out: the replica is asked (again). */
  readonly stored?: TicketRecord | null;
  /** What the server said of a ticket that the replica does not have, or could not be asked for. */
  readonly found?: FoundTicket;
}

export interface ScanTicketParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly freshness: Freshness;
  readonly choices: Choices;
  readonly warnings: Warnings;
  readonly events: StationEmitter;
}

interface Known {
  /** Null where neither the replica nor the server could tell of it. */
  readonly ticket: FoundTicket;
  readonly admission: AdmissionFact | null;
}

interface Judged {
  readonly shown: UnnumberedOutcome;
  readonly verdict: Verdict | null;
}

const MAX_RAW_CODE = 8_192;

/** From a code to an outcome that is on the disk. Synchronous: nothing here waits for a network or another thread. */
export class ScanTicket {
  readonly #parts: ScanTicketParts;
  #guard: RepeatGuard<ScanOutcome> = emptyGuard();
  #failing = false;

  constructor(parts: ScanTicketParts) {
    this.#parts = parts;
    // Earlier verdicts say nothing about another event or entry point.
    parts.events.on('desk_changed', (_desk, what) => {
      if (what.event || what.place) this.#guard = emptyGuard();
    });
  }

  scan(read: CodeRead, desk: Desk, known: KnownOfTicket): ScanOutcome {
    const place = desk.location?.reference ?? '';
    const key = `${place} ${read.code.kind === 'reference' ? read.code.reference : read.raw}`;
    const earlier = shownBefore(this.#guard, key, read.readAtMs);
    if (earlier !== null) return { ...earlier, repeated: true };
    if (read.code.kind === 'training') return this.#training(read, desk);
    const outcome = this.#judgeAndRecord(read, desk, known);
    if (outcome.kind !== 'not_recorded') {
      this.#guard = rememberRead(this.#guard, {
        code: key,
        readAtMs: read.readAtMs,
        shown: outcome,
      });
    }
    return outcome;
  }

  /** No ticket, and nothing that happened at the door: it is shown and not written. */
  #training(read: CodeRead, desk: Desk): ScanOutcome {
    const place = this.#placeOf(read, desk, this.#parts.clock.now());
    return { ...this.#without({ kind: 'training' }, null, place), number: 0, repeated: false };
  }

  /** A store that cannot even be read counts like one that cannot be written: nobody is admitted on it. */
  #judgeAndRecord(read: CodeRead, desk: Desk, known: KnownOfTicket): ScanOutcome {
    const now = this.#parts.clock.now();
    try {
      return this.#record(read, desk, now, this.#judge(read, desk, now, known));
    } catch (error) {
      const ticket = ticketNamed(read.code);
      const place = this.#placeOf(read, desk, now);
      if (error instanceof ReplicaUnreadableError)
        return { ...this.#untold(ticket, place), note: 'unread' };
      const message = error instanceof Error ? error.message : String(error);
      return this.#notRecorded(ticket, place, { cause: 'io_error', message });
    }
  }

  #judge(read: CodeRead, desk: Desk, now: Instant, before: KnownOfTicket): Judged {
    const place = this.#placeOf(read, desk, now);
    const reference = ticketNamed(read.code);
    if (reference === null) {
      const outcome = mayBeTicket(read.code) ? this.#unknown(desk, now) : unreadable(read.code);
      return { shown: this.#without(outcome, null, place), verdict: null };
    }
    const signed = signedTicket(read.code);
    const known = this.#knownOf(reference, desk, before);
    const isFromCode = known.ticket === null;
    const ticket = isFromCode ? this.#ticketOfCode(signed, desk) : known.ticket;
    if (ticket === null || ticket === 'no_such_ticket') {
      return { shown: this.#without(this.#unknown(desk, now), reference, place), verdict: null };
    }
    const facts = factsOf({
      ticket,
      event: desk.known,
      admission: known.admission,
      location: desk.location,
      code_issue: issueRead(signed, desk.location),
      locale: this.#parts.choices.current.locale,
    });
    const verdict = evaluate(facts, now);
    return { shown: outcomeOfVerdict(verdict, ticket, place, isFromCode), verdict };
  }

  /** Not with a damaged replica: it may have known of an admission. */
  #ticketOfCode(signed: SignedTicket | null, { codes }: Desk): KnownTicket | null {
    return signed === null || this.#parts.replica.damaged ? null : ticketOfCode(signed, codes);
  }

  /** A replica that broke just now may have kept an admission to itself: only the server's word still counts. */
  #knownOf(reference: string, desk: Desk, before: KnownOfTicket): Known {
    const { replica, admissions } = this.#parts;
    const { found = null } = before;
    const wasSound = !replica.damaged;
    try {
      const stored =
        before.stored === undefined ? replica.findTicket(desk.event, reference) : before.stored;
      const admission = admissions.of(reference);
      return { ticket: wasSound && replica.damaged ? found : (stored ?? found), admission };
    } catch (error) {
      if (found === null || found === 'no_such_ticket') throw error;
      if (!(error instanceof ReplicaUnreadableError)) throw error;
      return { ticket: found, admission: admissions.unlessFromServer(reference) };
    }
  }

  /** Writes it down, durably, before anybody may see it. */
  #record(read: CodeRead, desk: Desk, now: Instant, { shown, verdict }: Judged): ScanOutcome {
    const { journal, clock, admissions } = this.#parts;
    const appended = journal.append({
      reference: shown.reference,
      request_id: read.request_id,
      organiser: desk.organiser,
      event: desk.event,
      kind: recordedKind(shown.kind),
      ticket: shown.ticket,
      reason: shown.reason,
      session: verdict?.session?.reference ?? null,
      location: desk.location,
      scanned_at: now,
      clock_offset_ms: clock.offsetMs(),
      watermark: this.#watermark(desk.event),
      code: storedCode(read),
      symbology: read.symbology,
      source: read.source,
      shown,
    });
    if (appended.kind === 'failed') {
      const place = { ...this.#placeOf(read, desk, now), reference: shown.reference };
      return this.#notRecorded(shown.ticket, place, appended);
    }
    this.#recovered();
    if (shown.kind === 'admitted' && shown.ticket !== null) {
      admissions.countOwn({ ticket: shown.ticket, scanned_at: now }, now);
    }
    return { ...shown, number: appended.sequence, repeated: false };
  }

  /** Null where the replica is not whole yet, or could not be asked: the decision rests on the server's word. */
  #watermark(event: string): string | null {
    try {
      const { pointer, fresh_at } = this.#parts.replica.position(event, 'tickets');
      return fresh_at === null ? null : pointer;
    } catch (error) {
      if (error instanceof ReplicaUnreadableError) return null;
      throw error;
    }
  }

  #notRecorded(
    ticket: string | null,
    place: Read,
    failure: { readonly cause: 'disk_full' | 'io_error'; readonly message: string },
  ): ScanOutcome {
    this.#failing = true;
    const { cause, message: problem } = failure;
    this.#parts.warnings.raise(
      cause === 'disk_full'
        ? { code: 'disk_full' }
        : { code: 'journal_failed', doing: 'write', problem },
    );
    return this.#untold(ticket, place);
  }

  /** Neither judged nor written: the next read of the code is judged afresh. */
  #untold(ticket: string | null, place: Read): ScanOutcome {
    const message = this.#say({ kind: 'not_recorded' });
    return { ...outcomeNotRecorded(ticket, message, place), number: 0, repeated: false };
  }

  /** The journal can be written again. */
  #recovered(): void {
    if (!this.#failing) return;
    this.#failing = false;
    this.#parts.warnings.clear('disk_full');
    this.#parts.warnings.clear('journal_failed');
  }

  #placeOf(read: CodeRead, desk: Desk, now: Instant): Read {
    return {
      reference: referenceOf('scan', this.#parts.random.ulid(now)),
      scanned_at: now,
      source: read.source,
      entry_point: desk.location?.name ?? null,
    };
  }

  #without(outcome: NonVerdict, ticket: string | null, place: Read): UnnumberedOutcome {
    const message = this.#say(outcome);
    switch (outcome.kind) {
      case 'training':
      case 'enrolment':
        return { ...outcomeWithout('unreadable', message, ticket, place), note: outcome.kind };
      case 'unknown_ticket':
      case 'unreadable':
        return outcomeWithout(outcome.kind, message, ticket, place);
      case 'not_recorded':
        return outcomeNotRecorded(ticket, message, place);
      default:
        return assertNever(outcome);
    }
  }

  #unknown(desk: Desk, now: Instant): NonVerdict {
    const { replica, freshness } = this.#parts;
    const { fresh_at } = replica.position(desk.event, 'tickets');
    const fresh = freshness.until(desk.event, 'tickets', fresh_at);
    return { kind: 'unknown_ticket', dataAgeMicros: fresh === null ? null : now - fresh };
  }

  #say(outcome: NonVerdict): string {
    return outcomeMessage(outcome, this.#parts.choices.current.locale);
  }
}

function unreadable(code: CheckedCode): NonVerdict {
  if (code.kind === 'training' || code.kind === 'enrolment') return { kind: code.kind };
  return { kind: 'unreadable' };
}

/** The ticket that a code names, if it may be believed. */
export function ticketNamed(code: CheckedCode): TicketReference | null {
  if (code.kind === 'reference') return code.reference;
  return signedTicket(code)?.ticket ?? null;
}

export function isOfAnotherEvent(code: CheckedCode, { codes }: Desk): boolean {
  const signed = signedTicket(code);
  return signed !== null && signed.event !== codes.event;
}

function signedTicket(code: CheckedCode): SignedTicket | null {
  if (code.kind !== 'signed' || code.verified.kind !== 'valid') return null;
  return code.verified.ticket;
}

/** Signed with a key that this station has not heard of: a newer one perhaps. */
function mayBeTicket(code: CheckedCode): boolean {
  return code.kind === 'signed' && code.verified.kind === 'unknown_key';
}

/** The credentials in an enrolment code are never stored. */
function storedCode(read: CodeRead): string {
  return read.code.kind === 'enrolment' ? '' : read.raw.slice(0, MAX_RAW_CODE).toWellFormed();
}

function recordedKind(kind: ScanOutcome['kind']) {
  return kind === 'not_recorded' ? 'unreadable' : kind;
}
