/** Verdict keys (specification §6.4), in the order in which the rules are evaluated. */
export const denialReasons = [
  'scanning.ticket_refunded',
  'scanning.ticket_cancelled',
  'scanning.session_cancelled',
  'scanning.wrong_entry_point',
  'scanning.outside_session_window',
  'scanning.outside_validity_window',
  'scanning.already_scanned',
] as const;
export type DenialReason = (typeof denialReasons)[number];

export const reasons = [...denialReasons, 'scanning.allowed'] as const;
export type Reason = (typeof reasons)[number];
