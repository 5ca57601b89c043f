import { assertNever } from '../../../../shared/assert-never.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import type { Reason } from '../../../../shared/verdict/reason.ts';

/** What door staff do after a scan. The sentences are in the catalogues. */
export const nextSteps = [
  'let_in',
  'supervisor',
  'not_second',
  'show_the_way',
  'other_event',
  'no_entrance',
  'come_back',
  'box_office',
  'refund',
  'new_ticket',
  'new_code',
  'look_up',
  'scan_ticket',
  'training',
  'other_station',
  'scan_again',
  'scan_whole',
] as const;
export type NextStep = (typeof nextSteps)[number];

export function nextStepOf(outcome: ScanOutcome): NextStep {
  switch (outcome.kind) {
    case 'admitted':
    case 'denied':
      return outcome.reason === null ? 'box_office' : stepOfReason(outcome.reason, outcome);
    case 'unknown_ticket':
      return outcome.note === 'wrong_event' ? 'other_event' : 'look_up';
    case 'unreadable':
      return stepOfUnreadable(outcome);
    case 'not_recorded':
      return outcome.note === 'unread' ? 'scan_again' : 'other_station';
    default:
      return assertNever(outcome.kind);
  }
}

function stepOfUnreadable({ note }: ScanOutcome): NextStep {
  if (note === 'partial') return 'scan_whole';
  return note === 'training' ? 'training' : 'scan_ticket';
}

function stepOfReason(reason: Reason, outcome: ScanOutcome): NextStep {
  switch (reason) {
    case 'scanning.allowed':
      return 'let_in';
    case 'scanning.already_scanned':
      return outcome.note === 'just_in' ? 'not_second' : 'supervisor';
    case 'scanning.wrong_entry_point':
      return outcome.right_entry_points.length > 0 ? 'show_the_way' : 'no_entrance';
    case 'scanning.outside_session_window':
    case 'scanning.outside_validity_window':
      return isTooEarly(outcome) ? 'come_back' : 'box_office';
    case 'scanning.session_cancelled':
      return 'refund';
    case 'scanning.ticket_cancelled':
      if (outcome.note === 'code_replaced') return 'new_code';
      return outcome.note === 'replaced' ? 'new_ticket' : 'box_office';
    case 'scanning.ticket_refunded':
      return 'box_office';
    default:
      return assertNever(reason);
  }
}

/** Whether the validity window is still to come. */
export function isTooEarly({
  window,
  scanned_at,
}: Pick<ScanOutcome, 'window' | 'scanned_at'>): boolean {
  const from = window?.from ?? null;
  return from !== null && Date.parse(scanned_at) < Date.parse(from);
}
