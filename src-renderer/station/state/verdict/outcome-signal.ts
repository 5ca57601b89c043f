import { assertNever } from '../../../../shared/assert-never.ts';
import type { ActivityItem } from '../../../../shared/station/journal-pages.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Words } from '../../i18n/en.ts';
import { reasonViews } from './reason-view.ts';

/** The signal of an outcome: each has its own shape, word and tone. */
export type Signal = keyof Words['signal'];

/** Colour role: yes, no, "we do not know", or on the way out. */
export type SignalRole = 'ok' | 'no' | 'unknown' | 'out';

export function signalOf(
  outcome: Pick<ScanOutcome, 'kind' | 'reason' | 'note'> & Partial<Pick<ScanOutcome, 'released'>>,
): Signal {
  switch (outcome.kind) {
    case 'admitted':
      if (outcome.released === undefined) return 'admit';
      return outcome.released.kind === 'exit' ? 'left' : 'undone';
    case 'left':
      return 'left';
    case 'held':
      return 'full';
    case 'denied':
      if (outcome.note === 'just_in') return 'just_in';
      return outcome.reason === null ? 'system' : reasonViews[outcome.reason].signal;
    case 'unknown_ticket':
      return outcome.note === 'wrong_event' ? 'wrong_event' : 'unknown';
    case 'unreadable':
      return signalOfUnreadable(outcome.note);
    case 'not_recorded':
      return 'system';
    default:
      return assertNever(outcome.kind);
  }
}

/** A row of the journal: a redemption is not a verdict. */
export function signalOfRow({ kind, reason, note, release }: SignalledRow): Signal {
  if (kind === 'release') return release?.kind === 'exit' ? 'left' : 'undone';
  return kind === 'redemption' ? 'system' : signalOf({ kind, reason, note });
}

export type SignalledRow = Pick<ActivityItem, 'kind' | 'reason'> &
  Partial<Pick<ActivityItem, 'note' | 'release'>>;

export function roleOf(signal: Signal): SignalRole {
  switch (signal) {
    case 'admit':
    case 'just_in':
      return 'ok';
    case 'left':
      return 'out';
    case 'check_id':
    case 'full':
    case 'undone':
    case 'unknown':
    case 'unreadable':
    case 'scan_again':
    case 'scanner_works':
    case 'system':
      return 'unknown';
    default:
      return 'no';
  }
}

function signalOfUnreadable(note: ScanOutcome['note']): Signal {
  if (note === 'partial') return 'scan_again';
  if (note === 'ambiguous') return 'unknown';
  return note === 'training' ? 'scanner_works' : 'unreadable';
}

/** The key of the verdict region: the verdict's own, otherwise the outcome's. */
export function reasonKeyOf(outcome: Pick<ScanOutcome, 'kind' | 'reason'>): string {
  return outcome.reason ?? outcome.kind;
}
