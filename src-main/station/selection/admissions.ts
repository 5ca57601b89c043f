import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { JUST_IN_MS } from '../../../shared/station/outcomes.ts';
import type { Counters } from '../../../shared/station/state.ts';
import {
  admissionHistory,
  isInside,
  type AdmissionHistory,
  type Released,
} from '../../../shared/verdict/releases.ts';
import type { AdmissionFact } from '../../../shared/verdict/terms/facts.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import {
  arrivalsPerMinute,
  countArrival,
  SHOWN_MINUTES,
  type Arrivals,
} from '../../core/arrivals.ts';
import { presenceOf, type PresenceChange } from '../../core/presence.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Journal } from '../../ports/journal.ts';
import type {
  Admission,
  EventTotals,
  KnownAdmission,
  Replica,
  RowsWritten,
} from '../../ports/replica.ts';
import type { ReportedAdmissions } from '../peers/reported-admissions.ts';

type KnownAdmissions = Pick<Replica, 'admissionsOf' | 'releasesOf' | 'admissionsSince' | 'totals'>;

/** What is known of one ticket's admissions. */
interface Standing {
  readonly admitted: readonly KnownAdmission[];
  readonly released: readonly Released[];
}

/**
 * Who is in: from the feed, from this station's own journal and from other stations. The first two are counted incrementally, never by
 * scanning tables.
 */
export class Admissions {
  readonly #replica: KnownAdmissions;
  readonly #journal: Journal;
  readonly #peers: ReportedAdmissions | null;
  #here = 0;
  #admitted = 0;
  #expected = 0;
  #inside = 0;
  #arrivals: Arrivals = new Map();
  /** Tickets that this journal knows to be inside, or not, otherwise than the replica: by how much they count. */
  readonly #ahead = new Map<string, number>();
  /** Tickets that were admitted here, and nowhere else as far as the replica knows. */
  readonly #onlyHere = new Set<string>();
  /** Tickets to be compared again. */
  readonly #touched = new Set<string>();

  /** `peers`: admissions that other stations reported. */
  constructor(replica: KnownAdmissions, journal: Journal, peers: ReportedAdmissions | null) {
    this.#replica = replica;
    this.#journal = journal;
    this.#peers = peers;
  }

  /** Recounts: once per start, choice of event, and removal of what the server no longer has. */
  load(event: string, now: Instant): void {
    const totals = this.#replica.totals(event);
    const own = [...this.#journal.admissionsSince(event, instantFromMicros(0))];
    this.#ahead.clear();
    this.#onlyHere.clear();
    this.#touched.clear();
    for (const ticket of this.#journal.releasedHere(event)) this.#touched.add(ticket);
    const onlyHere = own.filter(({ ticket }) => {
      const known = this.#replica.admissionsOf(ticket);
      const isBehind = this.#journal.admissionsOf(ticket).length > known.length;
      if (isBehind) this.#touched.add(ticket);
      return known.length === 0;
    });
    const since = addMicros(now, -SHOWN_MINUTES * MICROS_PER_MINUTE);
    const recent = [...this.#replica.admissionsSince(event, since), ...onlyHere];
    this.#here = this.#journal.admittedHere(event);
    for (const { ticket } of onlyHere) this.#onlyHere.add(ticket);
    this.countTotals(totals);
    this.#arrivals = recent.reduce(
      (arrivals: Arrivals, { scanned_at }) => countArrival(arrivals, scanned_at, now),
      new Map(),
    );
  }

  clear(): void {
    this.#here = 0;
    this.#admitted = 0;
    this.#expected = 0;
    this.#inside = 0;
    this.#arrivals = new Map();
    this.#ahead.clear();
    this.#onlyHere.clear();
    this.#touched.clear();
  }

  /** What keeps the ticket out: its earliest admission that was not given back. Another station's report counts unless it is known otherwise. */
  of(ticket: string, reEntry: ReEntry): AdmissionFact | null {
    return this.#open(ticket, this.#standing(ticket), reEntry);
  }

  /** For a ticket that was looked up at the server: the response includes the admissions that the server knows of. */
  unlessFromServer(ticket: string, reEntry: ReEntry): AdmissionFact | null {
    return this.#open(ticket, this.#own(ticket), reEntry);
  }

  /** Every admission of the ticket that the server or this journal knows of, and what became of it. */
  historyOf(ticket: string, reEntry: ReEntry): readonly AdmissionHistory<KnownAdmission>[] {
    const { admitted, released } = this.#standing(ticket);
    return admissionHistory(admitted, released, reEntry);
  }

  /** Whether the guest of an admissible ticket had gone out. */
  isReturning(ticket: string, reEntry: ReEntry): boolean {
    if (reEntry === 'none') return false;
    return readableOr([], () => this.historyOf(ticket, 'none')).some(
      ({ released_at, given_back_at }) => released_at !== null && given_back_at === null,
    );
  }

  /** When the ticket's holder came and went: by the server alone, and by all that is known here. */
  presenceOf(ticket: string): {
    readonly server: readonly PresenceChange[];
    readonly known: readonly PresenceChange[];
  } {
    const [server, known] = [this.#fromServer(ticket), this.#standing(ticket)].map(
      ({ admitted, released }) => presenceOf(admitted, released),
    );
    return { server: server ?? [], known: known ?? [] };
  }

  /** Admissions of the ticket by which the guest may be inside; what another station alone has reported has no reference. */
  openOf(
    ticket: string,
  ): readonly { readonly scan: string | null; readonly admitted_at: Instant }[] {
    const history = this.historyOf(ticket, 'none');
    const own = history
      .filter(({ released_at }) => released_at === null)
      .map(({ admitted }) => ({ scan: admitted.reference, admitted_at: admitted.scanned_at }))
      .filter(({ admitted_at: at }) => this.#peers?.isGivenBack(ticket, at, 'allowed') !== true);
    const known = history.map(({ admitted }) => admitted.scanned_at);
    const reported = this.#peers?.openOf(ticket, known) ?? [];
    return [...own, ...reported.map((admitted_at) => ({ scan: null, admitted_at }))];
  }

  /** Whether this is the ticket's admission, and made here within the last minute. */
  isJustIn(ticket: string, admission: AdmissionFact, now: Instant): boolean {
    const { scanned_at } = admission;
    const isOwn = this.#journal.admissionsOf(ticket).some((own) => own.scanned_at === scanned_at);
    return isOwn && now - scanned_at < JUST_IN_MS * MICROS_PER_MILLI;
  }

  /** An admission made here. */
  countOwn(admission: Admission, now: Instant): void {
    const { ticket } = admission;
    this.#here += 1;
    this.#touched.add(ticket);
    const isFirst =
      this.#journal.admissionsOf(ticket).length === 1 &&
      readableOr(true, () => this.#replica.admissionsOf(ticket).length === 0);
    if (isFirst) this.#arrivals = countArrival(this.#arrivals, admission.scanned_at, now);
  }

  /** A release made here. */
  countRelease(ticket: string): void {
    this.#touched.add(ticket);
  }

  countRows(written: RowsWritten, now: Instant): void {
    this.countTotals(written.totals);
    for (const ticket of written.moved)
      if (this.#ahead.has(ticket) || this.#onlyHere.has(ticket)) this.#touched.add(ticket);
    for (const admission of written.admitted) {
      if (this.#journal.admissionsOf(admission.ticket).length > 0) continue;
      this.#arrivals = countArrival(this.#arrivals, admission.scanned_at, now);
    }
  }

  countTotals({ admitted, expected, inside }: EventTotals): void {
    this.#admitted = admitted;
    this.#expected = expected;
    this.#inside = inside;
  }

  counters(now: Instant): Counters {
    const inside = this.inside();
    return {
      admitted_here: this.#here,
      admitted_total: this.#admitted + this.#onlyHere.size,
      expected: this.#expected,
      inside,
      per_minute: arrivalsPerMinute(this.#arrivals, now),
    };
  }

  /** Tickets with an open admission, as far as the server and this journal know. */
  inside(): number {
    readableOr(undefined, () => this.#compareTouched());
    return this.#inside + [...this.#ahead.values()].reduce((sum, one) => sum + one, 0);
  }

  /** @throws {ReplicaUnreadableError} what is left is compared the next time. */
  #compareTouched(): void {
    for (const ticket of this.#touched) {
      const server = this.#fromServer(ticket);
      const own = this.#own(ticket);
      if (own.admitted.length > 0 && server.admitted.length === 0) this.#onlyHere.add(ticket);
      else this.#onlyHere.delete(ticket);
      const ahead = Number(isIn(merged(server, own))) - Number(isIn(server));
      if (ahead === 0) this.#ahead.delete(ticket);
      else this.#ahead.set(ticket, ahead);
      this.#touched.delete(ticket);
    }
  }

  #open(ticket: string, { admitted, released }: Standing, reEntry: ReEntry): AdmissionFact | null {
    const history = admissionHistory(admitted, released, reEntry);
    const open = history.find(
      ({ admitted: { scanned_at: at }, given_back_at }) =>
        given_back_at === null && this.#peers?.isGivenBack(ticket, at, reEntry) !== true,
    );
    if (open !== undefined) {
      const { scanned_at, location } = open.admitted;
      return { scanned_at, location };
    }
    const known = admitted.map(({ scanned_at }) => scanned_at);
    return this.#peers?.admissionOf(ticket, reEntry, known) ?? null;
  }

  #standing(ticket: string): Standing {
    return merged(this.#fromServer(ticket), this.#own(ticket));
  }

  /** Releases alone change nothing for a ticket that was never admitted. */
  #fromServer(ticket: string): Standing {
    const admitted = this.#replica.admissionsOf(ticket);
    const isKnown = admitted.length > 0 || this.#journal.admissionsOf(ticket).length > 0;
    return { admitted, released: isKnown ? this.#replica.releasesOf(ticket) : [] };
  }

  #own(ticket: string): Standing {
    return {
      admitted: this.#journal.admissionsOf(ticket),
      released: this.#journal.releasesOf(ticket),
    };
  }
}

function isIn({ admitted, released }: Standing): boolean {
  return isInside(admitted, released);
}

/** The server's word comes first: it may bind a release that named no admission. */
function merged(server: Standing, own: Standing): Standing {
  return {
    admitted: union(server.admitted, own.admitted),
    released: union(server.released, own.released),
  };
}

function union<Row extends { readonly reference: string }>(
  first: readonly Row[],
  second: readonly Row[],
): readonly Row[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  const known = new Set(first.map(({ reference }) => reference));
  return [...first, ...second.filter(({ reference }) => !known.has(reference))];
}
