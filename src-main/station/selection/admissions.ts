import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { JUST_IN_MS } from '../../../shared/station/outcomes.ts';
import type { Counters } from '../../../shared/station/state.ts';
import type { AdmissionFact } from '../../../shared/verdict/terms/facts.ts';
import {
  arrivalsPerMinute,
  countArrival,
  SHOWN_MINUTES,
  type Arrivals,
} from '../../core/arrivals.ts';
import { earliestAdmission } from '../../core/door/ticket-facts.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Admission, EventTotals, Replica, RowsWritten } from '../../ports/replica.ts';

interface PeerAdmissions {
  admissionOf(ticket: string): AdmissionFact | null;
}

type KnownAdmissions = Pick<Replica, 'admissionOf' | 'admissionsSince' | 'totals'>;

/**
 * Who is in: from the feed, from this station's own journal and from other stations. The first two are counted incrementally, never by
 * scanning tables.
 */
export class Admissions {
  readonly #replica: KnownAdmissions;
  readonly #journal: Journal;
  readonly #peers: PeerAdmissions | null;
  #here = 0;
  #total = 0;
  #expected = 0;
  #arrivals: Arrivals = new Map();

  /** `peers`: admissions that other stations reported. */
  constructor(replica: KnownAdmissions, journal: Journal, peers: PeerAdmissions | null) {
    this.#replica = replica;
    this.#journal = journal;
    this.#peers = peers;
  }

  /** Recounts: once per start, choice of event, and removal of what the server no longer has. */
  load(event: string, now: Instant): void {
    const totals = this.#replica.totals(event);
    const own = [...this.#journal.admissionsSince(event, instantFromMicros(0))];
    const onlyHere = own.filter(({ ticket }) => this.#replica.admissionOf(ticket) === null);
    const since = addMicros(now, -SHOWN_MINUTES * MICROS_PER_MINUTE);
    const recent = [...this.#replica.admissionsSince(event, since), ...onlyHere];
    this.#here = this.#journal.admittedHere(event);
    this.#expected = totals.expected;
    this.#total = totals.admitted + onlyHere.length;
    this.#arrivals = recent.reduce(
      (arrivals: Arrivals, { scanned_at }) => countArrival(arrivals, scanned_at, now),
      new Map(),
    );
  }

  clear(): void {
    this.#here = 0;
    this.#total = 0;
    this.#expected = 0;
    this.#arrivals = new Map();
  }

  /** Another station's report counts if neither the server nor this journal knows of an admission. */
  of(ticket: string): AdmissionFact | null {
    const known = this.#replica.admissionOf(ticket);
    const first = earliestAdmission(known, this.#journal.admissionOf(ticket));
    return first ?? this.#peers?.admissionOf(ticket) ?? null;
  }

  /** Whether this is the ticket's admission, and made here within the last minute. */
  isJustIn(ticket: string, admission: AdmissionFact, now: Instant): boolean {
    const own = this.#journal.admissionOf(ticket)?.scanned_at;
    return own === admission.scanned_at && now - own < JUST_IN_MS * MICROS_PER_MILLI;
  }

  /** For a ticket that was looked up at the server: the response includes the admissions that the server knows of. */
  unlessFromServer(ticket: string): AdmissionFact | null {
    return this.#journal.admissionOf(ticket) ?? this.#peers?.admissionOf(ticket) ?? null;
  }

  /** An admission made here. It is the ticket's first: a second one would have been refused. */
  countOwn(admission: Admission, now: Instant): void {
    this.#here += 1;
    this.#total += 1;
    this.#arrivals = countArrival(this.#arrivals, admission.scanned_at, now);
  }

  countRows(written: RowsWritten, now: Instant): void {
    this.#expected = written.totals.expected;
    for (const admission of written.admitted) {
      if (this.#journal.admissionOf(admission.ticket) !== null) continue;
      this.#total += 1;
      this.#arrivals = countArrival(this.#arrivals, admission.scanned_at, now);
    }
  }

  countTotals(totals: EventTotals): void {
    this.#expected = totals.expected;
  }

  counters(now: Instant): Counters {
    return {
      admitted_here: this.#here,
      admitted_total: this.#total,
      expected: this.#expected,
      inside: this.#total,
      per_minute: arrivalsPerMinute(this.#arrivals, now),
    };
  }
}
