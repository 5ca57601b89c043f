const known = new Map<string, number>();

/** How many digits a currency has after its separator. */
export function minorDigits(currency: string): number {
  const before = known.get(currency);
  if (before !== undefined) return before;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  known.set(currency, digits);
  return digits;
}

/** An amount in minor units as people write it: `79.50`. */
export function writeAmount(minor: number, currency: string, separator: '.' | ','): string {
  const digits = minorDigits(currency);
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}${separator}${text.slice(-digits)}`;
}
