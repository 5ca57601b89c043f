import { referenceOf } from '../../../shared/references.ts';
import type { OutcomeNote, UnnumberedOutcome } from '../../../shared/station/outcomes.ts';
import { formatInstant, type Instant } from '../../../shared/instant.ts';
import { outcomeMessage } from '../../../shared/verdict/messages/outcome-message.ts';
import { outcomeOfExit, type Read } from '../../core/door/scan-outcome.ts';
import type { KnownTicket } from '../../core/door/ticket-facts.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { AppendResult, Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/system.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { Admissions } from '../selection/admissions.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationEmitter } from '../state/station-events.ts';

export interface ExitsParts {
  readonly clock: StationClock;
  readonly random: Random;
  readonly journal: Journal;
  readonly admissions: Admissions;
  readonly choices: Choices;
  readonly events: StationEmitter;
}

/** A guest on the way out, before it is recorded. */
export interface Exit {
  readonly ticket: string;
  /** The admissions that it ends; a null scan if only another station has reported it, or this station knows of none. */
  readonly ends: readonly { readonly scan: string | null; readonly admitted_at: Instant | null }[];
  readonly shown: UnnumberedOutcome;
}

/** Lets guests out: whatever became of their tickets, nobody is kept inside. */
export class Exits {
  readonly #parts: ExitsParts;

  constructor(parts: ExitsParts) {
    this.#parts = parts;
  }

  of(ticket: KnownTicket, read: Read): Exit {
    const { admissions, choices, random } = this.#parts;
    const { reference } = ticket;
    // Nobody is kept inside because the data cannot be read.
    const open = readableOr([], () => admissions.openOf(reference));
    const note = open.length > 0 ? null : this.#noteOf(reference);
    const message = outcomeMessage({ kind: 'left', known: note ?? 'in' }, choices.current.locale);
    const own = { ...read, reference: referenceOf('release', random.ulid(read.scanned_at)) };
    return {
      ticket: reference,
      ends: open.length > 0 ? open : [{ scan: null, admitted_at: null }],
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
    const { journal, clock, random, admissions, events } = this.#parts;
    let appended: AppendResult = { kind: 'failed', cause: 'io_error', message: '' };
    for (const [index, end] of ends.entries()) {
      const isLast = index === ends.length - 1;
      const reference = isLast ? shown.reference : referenceOf('release', random.ulid(now));
      appended = journal.appendRelease({
        ...end,
        reference,
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
      if (end.scan !== null)
        events.emit('released', end.scan, { reference, kind: 'exit', at: formatInstant(now) });
    }
    admissions.countRelease(ticket);
    return appended;
  }

  #noteOf(ticket: string): Extract<OutcomeNote, 'out_before' | 'not_in'> {
    const history = readableOr([], () => this.#parts.admissions.historyOf(ticket, 'none'));
    return history.length > 0 ? 'out_before' : 'not_in';
  }
}
