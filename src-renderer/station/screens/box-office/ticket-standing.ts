import type { TicketSummary } from '../../../../shared/station/box-office.ts';
import { signalOf, type Signal } from '../../state/verdict/outcome-signal.ts';
import { reasonViews, type Judgement, type TicketHelp } from '../../state/verdict/reason-view.ts';

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

/** Returns null for a ticket that is admitted, or was just now. `now`: milliseconds of corrected time. */
export function helpFor(judgement: Judgement, now: number): TicketHelp | null {
  const { reason } = judgement;
  return reason === null ? 'supervisor' : reasonViews[reason].help(judgement, now);
}
