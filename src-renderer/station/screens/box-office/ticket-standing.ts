import type { CheckInPreview, TicketSummary } from '../../../../shared/station/box-office.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import { JUST_IN_MS } from '../../../../shared/station/outcomes.ts';
import { signalOf, type Signal } from '../../state/verdict/outcome-signal.ts';

/** A ticket's status in the box office. There, a holder who is in is the good outcome, not a denial. */
export type Standing = 'open' | 'in' | Exclude<Signal, 'admit' | 'already_in' | 'just_in'>;

export function standingOf({ check_in }: Pick<TicketSummary, 'check_in'>): Standing {
  const signal = signalOf(check_in);
  switch (signal) {
    case 'admit':
      return 'open';
    case 'already_in':
    case 'just_in':
      return 'in';
    default:
      return signal;
  }
}

/** What helps the holder of a ticket that is not admitted; the sentences are in the catalogues. */
export const ticketHelps = [
  'is_in',
  'come_later',
  'too_late',
  'date_cancelled',
  'find_new_ticket',
  'cancelled',
  'refunded',
  'supervisor',
] as const;
export type TicketHelp = (typeof ticketHelps)[number];

/** Whether this station itself let the holder in, within the last minute. `now`: milliseconds of corrected time. */
export function isJustIn({ note, first_admission: first }: Judgement, now: number): boolean {
  if (note !== 'just_in' || !first) return false;
  return now - Date.parse(first.scanned_at) < JUST_IN_MS;
}

type Judgement = Pick<CheckInPreview, 'reason' | 'note' | 'window'> &
  Partial<Pick<CheckInPreview, 'first_admission'>>;

/** Returns null for a ticket that is admitted, or was just now. `now`: milliseconds of corrected time. */
export function helpFor(judgement: Judgement, now: number): TicketHelp | null {
  const { reason, note, window } = judgement;
  switch (reason) {
    case 'scanning.allowed':
      return null;
    case 'scanning.already_scanned':
      return isJustIn(judgement, now) ? null : 'is_in';
    case 'scanning.outside_session_window':
    case 'scanning.outside_validity_window': {
      const from = window?.from ?? null;
      return from !== null && now < Date.parse(from) ? 'come_later' : 'too_late';
    }
    case 'scanning.session_cancelled':
      return 'date_cancelled';
    case 'scanning.ticket_cancelled':
      return note === 'replaced' ? 'find_new_ticket' : 'cancelled';
    case 'scanning.ticket_refunded':
      return 'refunded';
    case 'scanning.wrong_entry_point':
    case null:
      return 'supervisor';
    default:
      return assertNever(reason);
  }
}
