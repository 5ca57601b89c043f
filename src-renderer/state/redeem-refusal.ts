import type { CommandErrorCode } from '../../shared/station/results.ts';

/** Why an add-on was not handed out or not taken back, as far as there are words of its own for it. */
export const redeemRefusals = [
  'order_ended',
  'not_enough',
  'nothing_to_undo',
  'not_recorded',
  'unread',
  'other',
] as const;
export type RedeemRefusal = (typeof redeemRefusals)[number];

export function redeemRefusal(code: CommandErrorCode): RedeemRefusal {
  return redeemRefusals.find((refusal) => code === `redeem.${refusal}`) ?? 'other';
}
