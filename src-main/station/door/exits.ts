import { referenceOf } from '../../../shared/references.ts';
import type { OutcomeNote, UnnumberedOutcome } from '../../../shared/station/outcomes.ts';
import type { Instant } from '../../../shared/instant.ts';
import { outcomeMessage } from '../../../shared/verdict/messages/outcome-message.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import { outcomeOfExit, type Read } from '../../core/door/scan-outcome.ts';
import { reEntryOf, type KnownTicket } from '../../core/door/ticket-facts.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { AppendResult, Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/system.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { Admissions } from '../selection/admissions.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelection } from '../state/door-selection.ts';

export interface ExitsParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly choices: Choices;
}

/** A guest on the way out, before it is recorded. */
export interface Exit {
  readonly ticket: string;
  /** The admissions that it ends; a null scan if this station knows of none. */
  readonly ends: readonly { readonly scan: string | null; readonly admitted_at: Instant | null }[];
  readonly shown: UnnumberedOutcome;
}

/** Lets guests out: whatever became of their tickets, nobody is kept inside. */
export class Exits {
  readonly #parts: ExitsParts;

  constructor(parts: ExitsParts) {
    this.#parts = parts;
  }

  of(ticket: KnownTicket, { known }: DoorSelection, read: Read): Exit {
    const { admissions, choices, random } = this.#parts;
    const { reference } = ticket;
    // Nobody is kept inside because the data cannot be read.
    const history = readableOr([], () => admissions.historyOf(reference, 'none'));
    const open = history.filter(({ released_at }) => released_at === null);
    const reported = open.length > 0 ? null : this.#reportedBy(reference, reEntryOf(ticket, known));
    const note = open.length > 0 || reported !== null ? null : noteOf(history.length);
    const message = outcomeMessage({ kind: 'left', known: note ?? 'in' }, choices.current.locale);
    const own = { ...read, reference: referenceOf('release', random.ulid(read.scanned_at)) };
    return {
      ticket: reference,
      ends:
        open.length > 0
          ? open.map(({ admitted }) => ({
              scan: admitted.reference,
              admitted_at: admitted.scanned_at,
            }))
          : [{ scan: null, admitted_at: reported }],
      shown: outcomeOfExit(ticket, message, note, own),
    };
  }

  /** The last row carries the outcome and the request's own id, so that a recorded id means that all were recorded. */
  record(
    { ticket, ends, shown }: Exit,
    requestId: string,
    { organiser, event, location }: DoorSelection,
    now: Instant,
  ): AppendResult {
    const { journal, clock, random, admissions } = this.#parts;
    let appended: AppendResult = { kind: 'failed', cause: 'io_error', message: '' };
    for (const [index, end] of ends.entries()) {
      const isLast = index === ends.length - 1;
      appended = journal.appendRelease({
        ...end,
        reference: isLast ? shown.reference : referenceOf('release', random.ulid(now)),
        request_id: isLast ? requestId : `${requestId}#${index + 1}`,
        organiser,
        event,
        ticket,
        kind: 'exit',
        note: null,
        location,
        released_at: now,
        clock_offset_ms: clock.offsetMs(),
        source: shown.source,
        shown: isLast ? shown : null,
      });
      if (appended.kind === 'failed') return appended;
    }
    admissions.countRelease(ticket);
    return appended;
  }

  /** When another station admitted the ticket, if only that station has said so. */
  #reportedBy(ticket: string, reEntry: ReEntry): Instant | null {
    const reported = readableOr(null, () => this.#parts.admissions.of(ticket, reEntry));
    return reported?.source === 'peer' ? reported.scanned_at : null;
  }
}

function noteOf(admissions: number): Extract<OutcomeNote, 'out_before' | 'not_in'> {
  return admissions > 0 ? 'out_before' : 'not_in';
}
