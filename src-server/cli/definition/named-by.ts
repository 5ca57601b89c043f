/** By what people may replace a reference, by its placeholder. */
export const namedBy = {
  ORG: 'its name',
  TT: 'its name',
  ADN: 'its name',
  'ADN:QTY': 'its name',
  SES: 'its name or start (2026-12-12 19:00, or the day)',
  LOC: 'its name',
  LOCS: 'their names',
  QST: 'its key or label',
  REF: 'its name',
  ORD: 'its number in the shop that sold it',
  TKT: 'its number or code in the shop that sold it',
} as const;
