// Why: docs/decisions/0029-releases.md
import { MAX_RELEASE_NOTE_LENGTH, MIN_REASON_LENGTH } from '../../../shared/contract/limits.ts';
import { formatInstant, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import { referenceOf } from '../../../shared/references.ts';
import { MAX_ORDER_TICKETS } from '../../../shared/station/box-office.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome, ScanRelease } from '../../../shared/station/outcomes.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { printableLine } from '../../../shared/plain-text.ts';
import { readCodes } from '../../../shared/ticket-code/read-codes.ts';
import type { AdmissionHistory } from '../../../shared/verdict/releases.ts';
import { outcomeOverruled } from '../../core/door/scan-outcome.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { KnownAdmission, Replica, TicketRecord } from '../../ports/replica.ts';
import type { Random, Timers } from '../../ports/system.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { ChangeLockGuard } from '../lock/change-lock-guard.ts';
import type { Admissions } from '../selection/admissions.ts';
import { NO_EVENT, type DoorSelector } from '../selection/door-selector.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { StationSync } from '../sync/station-sync.ts';
import type { Reading, ScanQueue } from './scan-queue.ts';
import type { ScanTicket } from './scan-ticket.ts';
import { withAnswers } from './with-answers.ts';

type CommandOf<Kind extends StationCommand['kind']> = Extract<StationCommand, { kind: Kind }>;

export interface CorrectionsParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly timers: Timers;
  readonly replica: Pick<Replica, 'answersOf' | 'findScan' | 'findTicket' | 'ticketsOfOrder'>;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly changeLock: Pick<ChangeLockGuard, 'refusalToSupervisor'>;
  readonly choices: Choices;
  readonly queue: ScanQueue;
  readonly scanTicket: Pick<ScanTicket, 'takeHeld' | 'settle'>;
  /** Whether a request was recorded before a restart: its screen asks again. */
  readonly requests: { wasRecorded(requestId: string): boolean };
  readonly sync: Pick<StationSync, 'appended'>;
  readonly events: StationEmitter;
}

/** An admission by reference, made here or at another station. */
interface Found {
  readonly ticket: string;
  readonly isOwn: boolean;
  readonly history: AdmissionHistory<KnownAdmission>;
}

/** What staff do about a verdict: undo an admission, overrule a denial, admit beyond the limit, admit the rest of an order. */
export class Corrections {
  readonly #parts: CorrectionsParts;
  /** The newest outcome. */
  #newest = '';

  constructor(parts: CorrectionsParts) {
    this.#parts = parts;
    parts.events.on('outcome', (outcome) => this.#tellCompanions(outcome));
  }

  async undo(id: string, { scan, note, pin }: CommandOf<'undo'>): Promise<CommandResult> {
    const { selector } = this.#parts;
    const before = this.#admission(scan);
    if (before === null) return UNKNOWN;
    const why = note === undefined ? null : reasonOf(note);
    if (!this.#isFree(before)) {
      const refusal = await this.#parts.changeLock.refusalToSupervisor(pin);
      if (refusal !== null) return refusal;
      if (why === null) return NO_REASON;
    }
    // Entering a PIN takes a moment: what was found may have changed.
    const found = this.#admission(scan);
    const { selection } = selector;
    if (selection === null) return NO_EVENT;
    if (found === null) return UNKNOWN;
    if (found.history.released_at === null) return this.#release(id, selection, found, why);
    return this.#answerAgain(id, refused('undo.ended', 'It has ended already.'));
  }

  async overrule(id: string, { scan, note, pin }: CommandOf<'overrule'>): Promise<CommandResult> {
    const before = this.#refusalToOverrule(scan);
    if (before !== null) return this.#answerAgain(id, before);
    const refusal = await this.#parts.changeLock.refusalToSupervisor(pin);
    if (refusal !== null) return refusal;
    const why = reasonOf(note);
    if (why === null) return NO_REASON;
    const denied = this.#parts.journal.find(scan);
    const { selection } = this.#parts.selector;
    if (selection === null) return NO_EVENT;
    const again = this.#refusalToOverrule(scan);
    if (again !== null || denied === null) return again ?? UNKNOWN_DENIAL;
    return this.#admitAgainst(id, selection, denied, why);
  }

  async admitHeld(id: string, { ticket, pin }: CommandOf<'admit_held'>): Promise<CommandResult> {
    const refusal = await this.#parts.changeLock.refusalToSupervisor(pin);
    if (refusal !== null) return refusal;
    const { selection } = this.#parts.selector;
    if (selection === null) return NO_EVENT;
    const held = this.#parts.scanTicket.takeHeld(ticket);
    if (held === null)
      return this.#answerAgain(id, refused('held.unknown', 'Nothing is held under this ticket.'));
    const { location, code } = held;
    const outcomes = await this.#scanAll([[id, codesOf(ticket, code)]], {
      ...selection,
      location,
      direction: 'in',
      policy: { ...selection.policy, capacity: null },
    });
    return { ok: true, outcomes };
  }

  /** By the code by which it was admitted: a newer one may have been issued since. */
  async admitAgain(id: string, { scan }: CommandOf<'admit_again'>): Promise<CommandResult> {
    const { journal, selector } = this.#parts;
    const { selection } = selector;
    if (selection === null) return NO_EVENT;
    const own = journal.find(scan);
    if (own?.kind !== 'admitted' || own.ticket === null || own.event !== selection.event)
      return UNKNOWN;
    const reads = [[id, codesOf(own.ticket, own.code)]] as const;
    return { ok: true, outcomes: await this.#scanAll(reads, asAdmitted(own, selection)) };
  }

  async admitOrder(id: string, { scan }: CommandOf<'admit_order'>): Promise<CommandResult> {
    const { selection } = this.#parts.selector;
    if (selection === null) return NO_EVENT;
    const own = this.#parts.journal.find(scan);
    const ticket =
      own?.kind === 'admitted' && own.ticket !== null ? this.#ticket(own.ticket, selection) : null;
    if (own === null || ticket === null) return UNKNOWN;
    const others = this.#companions(ticket, selection);
    // By ticket: asked again after a restart, those that were recorded are no companions any more.
    const reads = others.map(
      ({ reference }, index) =>
        [index === others.length - 1 ? id : `${id}#${reference}`, byName(reference)] as const,
    );
    return { ok: true, outcomes: await this.#scanAll(reads, asAdmitted(own, selection)) };
  }

  async #scanAll(
    reads: readonly (readonly [id: string, codes: Reading['codes']])[],
    selection: DoorSelection,
  ): Promise<readonly ScanOutcome[]> {
    const { queue, clock } = this.#parts;
    const outcomes: ScanOutcome[] = [];
    const readAtMs = clock.monotonicMs();
    for (const [request_id, codes] of reads) {
      const read = { request_id, codes, symbology: null, readAtMs };
      await queue.scan({ ...read, source: 'typed' }, selection, (outcome) =>
        outcomes.push(outcome),
      );
    }
    return outcomes;
  }

  /** A screen that lost the answer to a restart asks again, when it is done already. */
  #answerAgain(id: string, refusal: CommandResult): CommandResult {
    return this.#parts.requests.wasRecorded(id) ? { ok: true } : refusal;
  }

  /** An admission of the selected event; null if this station knows of none. */
  #admission(scan: string): Found | null {
    const { journal, replica, admissions, selector } = this.#parts;
    const event = selector.selection?.event;
    return readableOr(null, () => {
      const own = journal.find(scan);
      const ticket = own?.ticket ?? replica.findScan(scan)?.ticket ?? null;
      if (ticket === null || event === undefined) return null;
      if (replica.findTicket(event, ticket) === null && own?.event !== event) return null;
      const history = admissions
        .historyOf(ticket, 'none')
        .find(({ admitted }) => admitted.reference === scan);
      return history === undefined ? null : { ticket, isOwn: own !== null, history };
    });
  }

  /** Staff take back their own slips; what is older, or another door's, a supervisor does. */
  #isFree({ isOwn, history }: Found): boolean {
    const { clock, selector } = this.#parts;
    const minutes = selector.selection?.policy.undo_minutes ?? 0;
    // The clock may have been put right since, either way.
    const age = Math.abs(clock.now() - history.admitted.scanned_at);
    return isOwn && minutes > 0 && age <= minutes * MICROS_PER_MINUTE;
  }

  #release(
    id: string,
    selection: DoorSelection,
    { ticket, history: { admitted } }: Found,
    note: string | null,
  ): CommandResult {
    const { journal, clock, random, admissions, events, sync, scanTicket } = this.#parts;
    const now = clock.now();
    const reference = referenceOf('release', random.ulid(now));
    const appended = journal.appendRelease({
      reference,
      request_id: id,
      organiser: selection.organiser,
      event: selection.event,
      ticket,
      scan: admitted.reference,
      admitted_at: admitted.scanned_at,
      kind: 'mistake',
      note,
      location: selection.location,
      released_at: now,
      clock_offset_ms: clock.offsetMs(),
      source: 'typed',
      shown: null,
    });
    if (appended.kind === 'failed') return refused('release.not_recorded', appended.message);
    const released: ScanRelease = { reference, kind: 'mistake', at: formatInstant(now) };
    admissions.countRelease(ticket);
    scanTicket.settle(ticket, null);
    events.emit('released', admitted.reference, released);
    sync.appended();
    return { ok: true, released };
  }

  /** Null for a denial of this station at the selected event which nothing has admitted since. */
  #refusalToOverrule(scan: string): CommandResult | null {
    const { journal, selector, admissions } = this.#parts;
    const { selection } = selector;
    const denied = journal.find(scan);
    if (denied?.kind !== 'denied' || denied.ticket === null || selection === null)
      return UNKNOWN_DENIAL;
    if (denied.event !== selection.event || denied.reason === null) return UNKNOWN_DENIAL;
    const { overrule } = selection.policy;
    const isVoid = voidReasons.has(denied.reason) || this.#isVoid(denied.ticket, selection);
    if (overrule === 'none' || (isVoid && overrule !== 'any'))
      return refused('overrule.not_allowed', 'The organiser does not allow it.');
    const { ticket, scanned_at } = denied;
    const unread = refused('search.unread', 'The tickets cannot be read at the moment.');
    return readableOr(unread, () =>
      admissions
        .historyOf(ticket, 'none')
        .some(
          ({ admitted, released_at }) => released_at === null && admitted.scanned_at >= scanned_at,
        )
        ? refused('overrule.unknown', 'The ticket was admitted since.')
        : null,
    );
  }

  /** The ticket may have been cancelled or refunded since it was denied for another reason. */
  #isVoid(reference: string, selection: DoorSelection): boolean {
    const ticket = this.#ticket(reference, selection);
    if (ticket === null) return false;
    const { status, deleted_at } = ticket;
    return status === 'cancelled' || status === 'refunded' || deleted_at !== null;
  }

  #admitAgainst(
    id: string,
    selection: DoorSelection,
    denied: JournalEntry,
    note: string,
  ): CommandResult {
    const { journal, clock, random, replica, choices, admissions, events, scanTicket } =
      this.#parts;
    const { ticket, reason, shown: told } = denied;
    if (ticket === null || reason === null || reason === 'scanning.allowed' || told === null)
      return UNKNOWN_DENIAL;
    const now = clock.now();
    const shown = outcomeOverruled(told, { reason, note }, choices.current.locale, {
      reference: referenceOf('scan', random.ulid(now)),
      scanned_at: now,
      source: 'typed',
      entry_point: selection.location?.name ?? null,
    });
    const stored = readableOr(null, () => replica.findTicket(selection.event, ticket));
    const appended = journal.append({
      reference: shown.reference,
      request_id: id,
      organiser: selection.organiser,
      event: selection.event,
      kind: 'admitted',
      ticket,
      reason: 'scanning.allowed',
      session: stored?.session?.reference ?? null,
      location: selection.location,
      scanned_at: now,
      clock_offset_ms: clock.offsetMs(),
      watermark: null,
      // By which of the ticket's codes it was denied, so that the server does not take it for another one.
      code: denied.code,
      symbology: null,
      source: 'typed',
      shown,
    });
    if (appended.kind === 'failed') return refused('release.not_recorded', appended.message);
    admissions.countOwn({ ticket, scanned_at: now }, now);
    const outcome = withAnswers(this.#parts, selection.event, {
      ...shown,
      number: appended.sequence,
      repeated: false,
    });
    // The ticket may still lie under the scanner.
    scanTicket.settle(ticket, outcome);
    events.emit('outcome', outcome);
    return { ok: true, outcomes: [outcome] };
  }

  /** After the verdict was shown: nobody waits for it. Of many at once, as of a whole order, screens offer those of the newest alone. */
  #tellCompanions({ kind, reference, repeated, ticket: named }: ScanOutcome): void {
    if (repeated) return;
    this.#newest = reference;
    if (kind !== 'admitted' || named === null) return;
    const { timers, selector, events } = this.#parts;
    timers.after(0, () => {
      if (reference !== this.#newest) return;
      const { selection } = selector;
      const ticket = selection && this.#ticket(named, selection);
      if (selection === null || ticket === null) return;
      const others = this.#companions(ticket, selection).length;
      if (others > 0) events.emit('companions', reference, others);
    });
  }

  #ticket(reference: string, { event }: DoorSelection): TicketRecord | null {
    return readableOr(null, () => this.#parts.replica.findTicket(event, reference));
  }

  /** The other tickets of the order by which nobody is in. */
  #companions(
    { reference, order }: TicketRecord,
    { event }: DoorSelection,
  ): readonly TicketRecord[] {
    const { replica, admissions } = this.#parts;
    if (order === null) return [];
    return readableOr([], () =>
      replica
        .ticketsOfOrder(event, order, MAX_ORDER_TICKETS)
        .tickets.filter(
          (ticket) =>
            ticket.reference !== reference &&
            ticket.deleted_at === null &&
            admissions
              .historyOf(ticket.reference, 'none')
              .every(({ released_at }) => released_at !== null),
        ),
    );
  }
}

/** The ticket of somebody who stands there: the code that is current admits it, not one that was read. */
function byName(reference: string): Reading['codes'] {
  return [{ raw: '', code: { kind: 'named', reference } }];
}

/** By what was read, if anything was. */
function codesOf(ticket: string, code: string): Reading['codes'] {
  return code === '' ? byName(ticket) : readCodes(code);
}

/** Where and which way this admission was, whichever way the station lets guests now. */
function asAdmitted(
  { entry_point }: Pick<JournalEntry, 'entry_point'>,
  selection: DoorSelection,
): DoorSelection {
  const location = entry_point === null ? null : selection.location;
  return { ...selection, location, direction: 'in' };
}

/** As it can be shown everywhere; null if that says too little. */
function reasonOf(note: string): string | null {
  const why = printableLine(note);
  const { length } = Array.from(why);
  return length < MIN_REASON_LENGTH || length > MAX_RELEASE_NOTE_LENGTH ? null : why;
}

const voidReasons: ReadonlySet<string> = new Set([
  'scanning.ticket_cancelled',
  'scanning.ticket_refunded',
]);

const UNKNOWN = refused('undo.unknown', 'This station knows of no such admission.');
const NO_REASON = refused('command.invalid', 'Say why.');
const UNKNOWN_DENIAL = refused('overrule.unknown', 'This station has made no such denial.');
