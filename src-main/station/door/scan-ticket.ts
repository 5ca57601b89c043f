import { assertNever } from '../../../shared/assert-never.ts';
import { referenceOf } from '../../../shared/references.ts';
import type {
  ScanOutcome,
  ScanSource,
  UnnumberedOutcome,
} from '../../../shared/station/outcomes.ts';
import {
  FIRST_ISSUE,
  issueRead,
  shortName,
  type SignedTicket,
} from '../../../shared/ticket-code/code-payload.ts';
import {
  holdsCredentials,
  type TicketCode,
} from '../../../shared/ticket-code/parse-ticket-code.ts';
import type { VerifiedCode } from '../../../shared/ticket-code/signed-code.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import {
  outcomeMessage,
  type NonVerdict,
} from '../../../shared/verdict/messages/outcome-message.ts';
import type { Verdict } from '../../../shared/verdict/verdict.ts';
import { RepeatGuard } from '../../core/repeat-guard.ts';
import {
  outcomeElsewhere,
  outcomeNotRecorded,
  outcomeOfVerdict,
  outcomeWithout,
  type Read,
} from '../../core/door/scan-outcome.ts';
import { ticketOfCode } from '../../core/door/code-facts.ts';
import {
  hasKnownStatus,
  reEntryOf,
  ticketFacts,
  type KnownTicket,
} from '../../core/door/ticket-facts.ts';
import { readableOr, ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { AdmissionFact } from '../../../shared/verdict/terms/facts.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import type { EventRecord } from '../../../shared/station/records.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/system.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Choices } from '../state/choices.ts';
import type { Freshness } from '../health/freshness.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';
import type { Admissions } from '../selection/admissions.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { Exit, Exits } from './exits.ts';
import type { LookedUpTicket } from './ticket-lookup.ts';

/**
 * A parsed code. A signed one has been verified. `sold`: the code of a known ticket that was sold elsewhere. `like_sold`: has the form of the
 * event's codes as sold elsewhere, and is none that is known. `ambiguous`: what is around it leaves several of them.
 */
export type CheckedCode =
  | Exclude<TicketCode, { readonly kind: 'signed' }>
  | { readonly kind: 'signed'; readonly verified: VerifiedCode }
  | { readonly kind: 'sold'; readonly reference: string }
  | NamedTicket
  | { readonly kind: 'like_sold' | 'ambiguous' };

/** No code was read: somebody chose the ticket on the screen, whichever of its codes is the current one. */
export interface NamedTicket {
  readonly kind: 'named';
  readonly reference: string;
}

/** One code as a device delivered it. */
export interface CodeRead {
  readonly request_id: string;
  readonly raw: string;
  readonly code: CheckedCode;
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

/** What was found of the ticket before the scan's turn. */
export interface KnownOfTicket {
  /** From the replica, in this turn of the event loop. If absent, the replica is read (again). */
  readonly stored?: TicketRecord | null;
  /** The server's response for a ticket that is not in the replica, or while the replica cannot be read. */
  readonly found?: LookedUpTicket;
  /** The replica could not be read for a code that only it could know. */
  readonly unread?: true;
}

export interface ScanTicketParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly freshness: Freshness;
  readonly choices: Choices;
  readonly warnings: RaisedWarnings;
  readonly exits: Exits;
  readonly events: StationEmitter;
}

interface Known {
  /** Null if neither the replica nor the server could say. */
  readonly ticket: LookedUpTicket;
  readonly admission: AdmissionFact | null;
}

interface Judged {
  readonly shown: UnnumberedOutcome;
  readonly verdict: Verdict | null;
  readonly exit?: Exit;
}

/** A ticket of another event; null if only its signed code is known. */
interface Elsewhere {
  readonly ticket: TicketRecord | KnownTicket | null;
  readonly event: (one: EventRecord) => boolean;
}

interface JudgedAmong {
  readonly selection: DoorSelection;
  readonly known: KnownOfTicket;
  /** The admission of this code here, within the last minute. */
  readonly letIn: ScanOutcome | null;
}

interface Held {
  readonly location: DoorSelection['location'];
  /** As it was read; empty if the ticket was only named. */
  readonly code: string;
}

/** More guests than wait at one door for a supervisor. */
const MOST_HELD = 100;
const MAX_RAW_CODE = 8_192;
/** Enough to tell what kind of code it was. */
const FOREIGN_BEGINNING = 6;

/** From a code to an outcome on disk. Synchronous: nothing here waits for a network or another thread. */
export class ScanTicket {
  readonly #parts: ScanTicketParts;
  #guard = new RepeatGuard<ScanOutcome>();
  /** Tickets that were held because the house was full, oldest first. */
  readonly #held = new Map<string, Held>();
  #failing = false;

  constructor(parts: ScanTicketParts) {
    this.#parts = parts;
    // Earlier verdicts do not apply to another event or entry point.
    parts.events.on('selection_changed', (_selection, what) => {
      if (what.event || what.place) this.#guard = new RepeatGuard();
    });
  }

  scan(read: CodeRead, selection: DoorSelection, known: KnownOfTicket): ScanOutcome {
    const key = guardKey(selection, 'reference' in read.code ? read.code.reference : read.raw);
    const { held, recent } = this.#guard.readAgain(key, read.readAtMs);
    if (held !== null) return { ...held, repeated: true };
    if (read.code.kind === 'training') return this.#training(read, selection);
    const letIn = recent?.kind === 'admitted' ? recent : null;
    const outcome = this.#judgeAndRecord(read, { selection, known, letIn });
    const isRecorded = outcome.kind !== 'not_recorded' && outcome.kind !== 'held';
    if (isRecorded && outcome.note !== 'just_in') {
      this.#guard.remember(key, read.readAtMs, outcome);
    }
    return outcome;
  }

  /** What a reading of the ticket shows from now on; null: it is judged, however soon. */
  settle(ticket: string, shown: ScanOutcome | null): void {
    const now = this.#parts.clock.monotonicMs();
    this.#guard.replace((before) => before.ticket === ticket, shown, now);
  }

  /** Returns what was held, and holds it no longer; null if it was not. */
  takeHeld(ticket: string): Held | null {
    const held = this.#held.get(ticket) ?? null;
    this.#held.delete(ticket);
    return held;
  }

  /** No ticket and no event at the door: shown but not recorded. */
  #training(read: CodeRead, selection: DoorSelection): ScanOutcome {
    const place = this.#placeOf(read, selection, this.#parts.clock.now());
    return { ...this.#without({ kind: 'training' }, null, place), number: 0, repeated: false };
  }

  /** A store that cannot be read counts like one that cannot be written: nobody is admitted. */
  #judgeAndRecord(read: CodeRead, { selection, known, letIn }: JudgedAmong): ScanOutcome {
    const now = this.#parts.clock.now();
    try {
      const judged = this.#judge(read, selection, now, known);
      // The ticket of somebody who was let in here a moment ago: nobody else was turned away, so nothing is recorded.
      if (letIn !== null && judged.shown.reason === 'scanning.already_scanned') {
        const { reference, number } = letIn;
        return { ...judged.shown, reference, number, repeated: true, note: 'just_in' };
      }
      if (judged.shown.kind === 'held') return { ...judged.shown, number: 0, repeated: false };
      return this.#record(read, selection, now, judged);
    } catch (error) {
      const ticket = ticketNamed(read.code);
      const place = this.#placeOf(read, selection, now);
      if (error instanceof ReplicaUnreadableError)
        return { ...this.#unrecorded(ticket, place), note: 'unread' };
      const message = error instanceof Error ? error.message : String(error);
      return this.#notRecorded(ticket, place, { cause: 'io_error', message });
    }
  }

  #judge(read: CodeRead, selection: DoorSelection, now: Instant, before: KnownOfTicket): Judged {
    const place = this.#placeOf(read, selection, now);
    const reference = ticketNamed(read.code);
    if (reference === null && before.unread === true) throw new ReplicaUnreadableError();
    if (reference === null) {
      const outcome = mayBeTicket(read.code)
        ? this.#unknown(selection, now)
        : unreadable(read.code);
      return { shown: this.#without(outcome, null, place), verdict: null };
    }
    const signed = signedTicket(read.code);
    const known = this.#knownOf(reference, selection, before);
    const isFromCode = known.ticket === null;
    const ticket = isFromCode ? this.#ticketOfCode(signed, selection) : known.ticket;
    const elsewhere = this.#elsewhere(reference, ticket, signed, selection);
    if (elsewhere !== null) {
      return {
        shown: outcomeElsewhere(
          reference,
          elsewhere.ticket,
          this.#shownElsewhere(elsewhere.event),
          place,
        ),
        verdict: null,
      };
    }
    if (ticket === null || ticket === 'no_such_ticket' || !hasKnownStatus(ticket)) {
      return {
        shown: this.#without(this.#unknown(selection, now), reference, place),
        verdict: null,
      };
    }
    if (selection.direction === 'out') {
      const exit = this.#parts.exits.of(ticket, place);
      return { shown: exit.shown, verdict: null, exit };
    }
    const facts = ticketFacts({
      ticket,
      event: selection.known,
      admission: known.admission,
      location: selection.location,
      code_issue: issueOf(read.code, selection),
      locale: this.#parts.choices.current.locale,
    });
    const verdict = evaluate(facts, now);
    const shown = outcomeOfVerdict(verdict, ticket, place, isFromCode);
    if (!verdict.allowed) return { shown, verdict };
    const reEntry = reEntryOf(ticket, selection.known);
    const isBack = this.#parts.admissions.isReturning(reference, reEntry);
    const admitted = isBack ? { ...shown, re_entry: true as const } : shown;
    return { shown: this.#unlessFull(admitted, reference, read.raw, selection), verdict };
  }

  /** A supervisor decides about everybody beyond what the organiser allows to be inside. */
  #unlessFull(
    shown: UnnumberedOutcome,
    ticket: string,
    code: string,
    { location, policy: { capacity } }: DoorSelection,
  ): UnnumberedOutcome {
    const inside = capacity === null ? 0 : this.#parts.admissions.inside();
    if (capacity === null || inside < capacity) {
      this.#held.delete(ticket);
      return shown;
    }
    const [oldest] = this.#held.keys();
    if (this.#held.size >= MOST_HELD && oldest !== undefined) this.#held.delete(oldest);
    this.#held.set(ticket, { location, code });
    const message = this.#say({ kind: 'full', inside, capacity });
    return { ...shown, kind: 'held', reason: null, note: 'full', message };
  }

  /** The ticket and its event, if that is another one: by the server, by the signature of its code, or by what this station still has. */
  #elsewhere(
    reference: string,
    ticket: LookedUpTicket | KnownTicket,
    signed: SignedTicket | null,
    { event, codes }: DoorSelection,
  ): Elsewhere | null {
    if (ticket === 'no_such_ticket') return null;
    if (ticket !== null) {
      const isOther = 'event' in ticket && ticket.event !== event;
      return isOther ? { ticket, event: (one) => one.reference === ticket.event } : null;
    }
    if (signed !== null && signed.event !== codes.event) {
      return { ticket: null, event: (one) => shortName('event', one.reference) === signed.event };
    }
    const kept = this.#parts.replica.findElsewhere(event, reference);
    return kept && { ticket: kept, event: (one) => one.reference === kept.event };
  }

  #shownElsewhere(isIt: Elsewhere['event']) {
    const event = this.#parts.replica.events().find(isIt);
    const name = event?.name ?? null;
    const starts = event?.starts_at ?? null;
    return {
      event: {
        name,
        starts_at: starts === null ? null : formatInstant(starts),
        timezone: event?.timezone ?? 'UTC',
      },
      message: this.#say({ kind: 'wrong_event', event: name }),
    };
  }

  /** Not with a damaged replica, which may have known of an admission. */
  #ticketOfCode(signed: SignedTicket | null, { codes }: DoorSelection): KnownTicket | null {
    return signed === null || this.#parts.replica.damaged ? null : ticketOfCode(signed, codes);
  }

  /** A replica that broke just now may have lost an admission: use the server's response only. */
  #knownOf(reference: string, selection: DoorSelection, before: KnownOfTicket): Known {
    const { replica, admissions } = this.#parts;
    const { found = null } = before;
    const wasSound = !replica.damaged;
    try {
      const stored =
        before.stored === undefined
          ? replica.findTicket(selection.event, reference)
          : before.stored;
      const ticket = stored ?? (found === 'no_such_ticket' ? null : found);
      const admission = admissions.of(reference, reEntryOf(ticket, selection.known));
      return { ticket: wasSound && replica.damaged ? found : (stored ?? found), admission };
    } catch (error) {
      if (found === null || found === 'no_such_ticket') throw error;
      if (!(error instanceof ReplicaUnreadableError)) throw error;
      const reEntry = reEntryOf(found, selection.known);
      return { ticket: found, admission: admissions.unlessFromServer(reference, reEntry) };
    }
  }

  /** Records the outcome durably before anybody sees it. */
  #record(
    read: CodeRead,
    selection: DoorSelection,
    now: Instant,
    { shown, verdict, exit }: Judged,
  ): ScanOutcome {
    const { journal, clock, admissions, exits } = this.#parts;
    const appended =
      exit === undefined
        ? journal.append({
            reference: shown.reference,
            request_id: read.request_id,
            organiser: selection.organiser,
            event: selection.event,
            kind: recordedKind(shown.kind),
            ticket: shown.ticket,
            reason: shown.reason,
            session: verdict?.session?.reference ?? null,
            location: selection.location,
            scanned_at: now,
            clock_offset_ms: clock.offsetMs(),
            watermark: this.#watermark(selection.event),
            code: storedCode(read),
            symbology: read.symbology,
            source: read.source,
            shown,
          })
        : exits.record(exit, read.request_id, selection, now);
    if (appended.kind === 'failed') {
      const place = { ...this.#placeOf(read, selection, now), reference: shown.reference };
      return this.#notRecorded(shown.ticket, place, appended);
    }
    this.#recovered();
    if (shown.kind === 'admitted' && shown.ticket !== null) {
      admissions.countOwn({ ticket: shown.ticket, scanned_at: now }, now);
    }
    return { ...shown, number: appended.sequence, repeated: false };
  }

  /** Null if the replica is incomplete or cannot be read: the decision was based on the server's response. */
  #watermark(event: string): string | null {
    return readableOr(null, () => {
      const { pointer, fresh_at } = this.#parts.replica.position(event, 'tickets');
      return fresh_at === null ? null : pointer;
    });
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
    return this.#unrecorded(ticket, place);
  }

  /** Neither judged nor recorded: the next read of the code is judged again. */
  #unrecorded(ticket: string | null, place: Read): ScanOutcome {
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

  #placeOf(read: CodeRead, selection: DoorSelection, now: Instant): Read {
    return {
      reference: referenceOf('scan', this.#parts.random.ulid(now)),
      scanned_at: now,
      source: read.source,
      entry_point: selection.location?.name ?? null,
    };
  }

  #without(
    outcome: Exclude<NonVerdict, { kind: 'wrong_event' | 'overruled' | 'full' | 'left' }>,
    ticket: string | null,
    place: Read,
  ): UnnumberedOutcome {
    const message = this.#say(outcome);
    switch (outcome.kind) {
      case 'training':
      case 'enrolment':
      case 'partial':
      case 'ambiguous':
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

  #unknown(
    selection: DoorSelection,
    now: Instant,
  ): Extract<NonVerdict, { kind: 'unknown_ticket' }> {
    const { replica, freshness } = this.#parts;
    const { fresh_at } = replica.position(selection.event, 'tickets');
    const fresh = freshness.until(selection.event, 'tickets', fresh_at);
    return { kind: 'unknown_ticket', dataAgeMicros: fresh === null ? null : now - fresh };
  }

  #say(outcome: NonVerdict): string {
    return outcomeMessage(outcome, this.#parts.choices.current.locale);
  }
}

function guardKey({ location }: DoorSelection, code: string): string {
  return `${location?.reference ?? ''} ${code}`;
}

function unreadable(
  code: CheckedCode,
): Extract<
  NonVerdict,
  { kind: 'unreadable' | 'training' | 'enrolment' | 'partial' | 'ambiguous' }
> {
  switch (code.kind) {
    case 'training':
    case 'enrolment':
    case 'partial':
    case 'ambiguous':
      return { kind: code.kind };
    default:
      return { kind: 'unreadable' };
  }
}

/** The ticket that a code names, if the code is trusted. */
export function ticketNamed(code: CheckedCode): string | null {
  if ('reference' in code) return code.reference;
  return signedTicket(code)?.ticket ?? null;
}

export function isOfAnotherEvent(code: CheckedCode, { codes }: DoorSelection): boolean {
  const signed = signedTicket(code);
  return signed !== null && signed.event !== codes.event;
}

/** Which of the ticket's codes was read; null if none was. */
function issueOf(code: CheckedCode, { location }: DoorSelection): number | null {
  if (code.kind === 'named') return null;
  return code.kind === 'sold' ? FIRST_ISSUE : issueRead(signedTicket(code), location);
}

function signedTicket(code: CheckedCode): SignedTicket | null {
  if (code.kind !== 'signed' || code.verified.kind !== 'valid') return null;
  return code.verified.ticket;
}

/** Signed with a key that this station does not have: perhaps a newer one. Or sold elsewhere since this station heard of the shop's list. */
function mayBeTicket(code: CheckedCode): boolean {
  if (code.kind === 'like_sold') return true;
  return code.kind === 'signed' && code.verified.kind === 'unknown_key';
}

/**
 * The credentials in an enrolment code are never stored, and of what is no ticket only the beginning: people hold Wi-Fi passwords, bank cards
 * and boarding passes under a scanner, too.
 */
function storedCode({ raw, code }: CodeRead): string {
  if (holdsCredentials(raw)) return '';
  if (code.kind !== 'unrecognised') return raw.slice(0, MAX_RAW_CODE).toWellFormed();
  const beginning = raw.slice(0, FOREIGN_BEGINNING).toWellFormed();
  return raw.length > FOREIGN_BEGINNING ? `${beginning}…` : beginning;
}

/** Exits are recorded otherwise; what is held or not recorded is not recorded. */
function recordedKind(kind: ScanOutcome['kind']) {
  return kind === 'not_recorded' || kind === 'held' || kind === 'left' ? 'unreadable' : kind;
}
