import { referenceOf } from '../../../shared/references.ts';
import type { ScanOutcome, ScanSource } from '../../../shared/station/api.ts';
import type { TicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
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
  type UnnumberedOutcome,
} from '../../core/door/scan-outcome.ts';
import { factsOf } from '../../core/door/ticket-facts.ts';
import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import type { Instant } from '../../../shared/instant.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/random.ts';
import type { Replica, TicketRecord } from '../../ports/replica.ts';
import type { Choices } from '../choices.ts';
import type { StationClock } from '../station-clock.ts';
import type { Warnings } from '../warnings.ts';
import type { Admissions } from './admissions.ts';
import type { Desk } from './desk.ts';

/** One code as a device delivered it. */
export interface CodeRead {
  readonly request_id: string;
  readonly raw: string;
  readonly code: TicketCode;
  readonly symbology: string | null;
  readonly source: ScanSource;
  readonly readAtMs: number;
}

export interface ScanTicketParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly choices: Choices;
  readonly warnings: Warnings;
}

interface Known {
  readonly ticket: TicketRecord | null;
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
  }

  /** Another event or entry point: earlier verdicts say nothing about it. */
  forgetReads(): void {
    this.#guard = emptyGuard();
  }

  /** `found`: what the server said of a ticket that the replica does not have, or could not be asked for. */
  scan(read: CodeRead, desk: Desk, found: TicketRecord | null): ScanOutcome {
    const key = read.code.kind === 'reference' ? read.code.reference : read.raw;
    const earlier = shownBefore(this.#guard, key, read.readAtMs);
    if (earlier !== null) return { ...earlier, repeated: true };
    const outcome = this.#judgeAndRecord(read, desk, found);
    if (outcome.kind !== 'not_recorded') {
      this.#guard = rememberRead(this.#guard, {
        code: key,
        readAtMs: read.readAtMs,
        shown: outcome,
      });
    }
    return outcome;
  }

  /** A store that cannot even be read counts like one that cannot be written: nobody is admitted on it. */
  #judgeAndRecord(read: CodeRead, desk: Desk, found: TicketRecord | null): ScanOutcome {
    const now = this.#parts.clock.now();
    try {
      return this.#record(read, desk, now, this.#judge(read, desk, now, found));
    } catch (error) {
      const ticket = read.code.kind === 'reference' ? read.code.reference : null;
      const place = this.#placeOf(read, desk, now);
      if (error instanceof ReplicaUnreadableError) return this.#untold(ticket, place);
      const message = error instanceof Error ? error.message : String(error);
      return this.#notRecorded(ticket, place, { cause: 'io_error', message });
    }
  }

  #judge(read: CodeRead, desk: Desk, now: Instant, found: TicketRecord | null): Judged {
    const place = this.#placeOf(read, desk, now);
    if (read.code.kind === 'signed') {
      return { shown: this.#without(this.#unknown(desk, now), null, place), verdict: null };
    }
    if (read.code.kind !== 'reference') {
      return { shown: this.#without(unreadable(read.code), null, place), verdict: null };
    }
    const { reference } = read.code;
    const { ticket, admission } = this.#knownOf(reference, desk, found);
    if (ticket === null) {
      return { shown: this.#without(this.#unknown(desk, now), reference, place), verdict: null };
    }
    const facts = factsOf({
      ticket,
      event: desk.known,
      admission,
      location: desk.location,
      locale: this.#parts.choices.current.locale,
    });
    const verdict = evaluate(facts, now);
    return { shown: outcomeOfVerdict(verdict, ticket, place), verdict };
  }

  /** A replica that broke just now may have kept an admission to itself: only the server's word still counts. */
  #knownOf(reference: string, desk: Desk, found: TicketRecord | null): Known {
    const { replica, admissions } = this.#parts;
    const wasSound = !replica.damaged;
    try {
      const stored = replica.findTicket(desk.event, reference);
      const admission = admissions.of(reference);
      return { ticket: wasSound && replica.damaged ? found : (stored ?? found), admission };
    } catch (error) {
      if (found === null || !(error instanceof ReplicaUnreadableError)) throw error;
      return { ticket: found, admission: admissions.madeHere(reference) };
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

  /** Null where the replica could not be asked: the decision rests on the server's word. */
  #watermark(event: string): string | null {
    try {
      return this.#parts.replica.position(event, 'tickets').pointer;
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
    const kind = outcome.kind === 'unknown_ticket' ? 'unknown_ticket' : 'unreadable';
    return outcomeWithout(kind, this.#say(outcome), ticket, place);
  }

  #unknown(desk: Desk, now: Instant): NonVerdict {
    const { fresh_at: fresh } = this.#parts.replica.position(desk.event, 'tickets');
    return { kind: 'unknown_ticket', dataAgeMicros: fresh === null ? null : now - fresh };
  }

  #say(outcome: NonVerdict): string {
    return outcomeMessage(outcome, this.#parts.choices.current.locale);
  }
}

function unreadable(code: TicketCode): NonVerdict {
  if (code.kind === 'training' || code.kind === 'enrolment') return { kind: code.kind };
  return { kind: 'unreadable' };
}

/** The credentials in an enrolment code are never stored. */
function storedCode(read: CodeRead): string {
  return read.code.kind === 'enrolment' ? '' : read.raw.slice(0, MAX_RAW_CODE).toWellFormed();
}

function recordedKind(kind: ScanOutcome['kind']) {
  return kind === 'not_recorded' ? 'unreadable' : kind;
}
