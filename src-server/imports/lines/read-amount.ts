import { minorDigits } from '../../../shared/currency.ts';
import { totalHeadings } from '../columns/known-headings.ts';
import { plainWord } from '../columns/plain-word.ts';

/** Fewer than three digits behind the last separator, or exactly those that the currency has, are its minor units. Thousands have one separator. */
const AMOUNT =
  /^(?<whole>\d{1,3}(?<mark>[.,' \u00a0\u202f])\d{3}(?:\k<mark>\d{3})*|\d+)(?:[.,](?<part>\d{1,3}))?$/;

/** Where a currency has three digits behind its separator, three digits at the end are those, unless that separator is one of thousands. */
const IN_THOUSANDTHS =
  /^(?<whole>\d{1,3}(?<mark>[.,' \u00a0\u202f])\d{3}(?:\k<mark>\d{3})*(?!\k<mark>)|\d+)[.,](?<part>\d{3})$/;

/** More is the number of something else, and orders of such amounts could not be counted. */
const MOST = 999_999_999_999;

const FREE = /^(?:free|gratis|kostenlos|gratuit|gratuito)$/i;

/**
 * An amount as people write it, `1.234,50 €` or `EUR 79.5`, in minor units of the currency. Null for anything else, for more decimals than the
 * currency has, for more than anything costs, and for an amount of another currency.
 */
export function readAmount(text: string, currency: string): number | null {
  if (FREE.test(text)) return 0;
  const named = text.match(/[A-Z]{3}/)?.[0];
  if (named !== undefined && named !== currency) return null;
  const bare = text.replaceAll(/[A-Z]{3}|\p{Sc}|kr\.?/gu, '').trim();
  const decimals = minorDigits(currency);
  const inThousandths = decimals === 3 ? IN_THOUSANDTHS.exec(bare) : null;
  const { whole, part = '' } = (inThousandths ?? AMOUNT.exec(bare))?.groups ?? {};
  if (whole === undefined || part.length > Math.max(decimals, 2)) return null;
  const minor = part.padEnd(decimals, '0');
  if (minor.length > decimals && /[1-9]/.test(minor.slice(decimals))) return null;
  const amount = Number(`${whole.replaceAll(/\D/g, '')}${minor.slice(0, decimals)}`);
  return amount <= MOST ? amount : null;
}

const totals: ReadonlySet<string> = new Set(totalHeadings.split(', '));

/** Whether amounts below this heading are for all tickets of their line together. */
export function isTotal(heading: string): boolean {
  return totals.has(plainWord(heading));
}
