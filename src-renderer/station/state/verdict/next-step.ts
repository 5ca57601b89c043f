import { assertNever } from '../../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { reasonViews, type NextStep } from './reason-view.ts';

/** What door staff do after a scan. */
export function nextStepOf(outcome: ScanOutcome): NextStep {
  switch (outcome.kind) {
    case 'admitted':
      if (outcome.released === undefined) return 'let_in';
      if (outcome.released.kind === 'exit') return 'let_back';
      return outcome.overruled === undefined ? 'admits_again' : 'refused_again';
    case 'denied':
      return outcome.reason === null ? 'box_office' : reasonViews[outcome.reason].next(outcome);
    case 'unknown_ticket':
      return outcome.note === 'wrong_event' ? 'other_event' : 'look_up';
    case 'unreadable':
      return stepOfUnreadable(outcome);
    case 'held':
      return 'ask_supervisor';
    case 'left':
      return 'let_out';
    case 'not_recorded':
      return outcome.note === 'unread' ? 'scan_again' : 'other_station';
    default:
      return assertNever(outcome.kind);
  }
}

function stepOfUnreadable({ note }: ScanOutcome): NextStep {
  if (note === 'partial') return 'scan_whole';
  if (note === 'ambiguous') return 'type_code';
  return note === 'training' ? 'training' : 'scan_ticket';
}
