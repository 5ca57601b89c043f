import { writeAmount } from '../../../shared/currency.ts';
import { parseInstant } from '../../../shared/instant.ts';
import { formatInZone } from '../../../shared/local-time.ts';

/** A time as the API writes it. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** `2026-12-12 19:00:00` by the clocks of the zone; null for what is no time of the API. */
export function localTime(value: string, timezone: string): string | null {
  const instant = TIME.test(value) ? parseInstant(value) : null;
  return instant === null ? null : formatInZone(instant, timezone).slice(0, 19).replace('T', ' ');
}

/** `119.00 EUR`; an amount whose currency is not known stays in minor units. */
export function amountOf(minor: number | null, currency: string | null | undefined): string | null {
  if (minor === null || currency === null || currency === undefined)
    return minor?.toString() ?? null;
  const sign = minor < 0 ? '-' : '';
  const unsigned = Math.abs(minor);
  return `${sign}${writeAmount(unsigned, currency, '.')} ${currency}`;
}

const amounts: ReadonlySet<string> = new Set([
  'amount',
  'discount_total',
  'price',
  'refunded_total',
  'subtotal',
  'tax_total',
  'unit_price',
]);

/** Whether a field of this object is an amount: the total of what has a price is how many there are. */
export function isAmount(name: string, owner: object): boolean {
  return amounts.has(name) || (name === 'total' && !('price' in owner));
}
