/** What people may write in place of a reference, by its placeholder. */
export const namedBy = {
  ORG: 'name',
  TT: 'name',
  ADN: 'name',
  'ADN:QTY': 'name',
  SES: 'name or start (2026-12-12 19:00, or the day)',
  LOC: 'name',
  LOCS: 'names',
  QST: 'key or label',
  REF: 'name',
  ORD: 'number in the shop that sold it',
  TKT: 'number or code in the shop that sold it',
} as const;
