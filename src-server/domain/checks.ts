import type { Instant } from '../../shared/instant.ts';
import { invalid } from './domain-error.ts';

const MAX_NAME_LENGTH = 255;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Trims a name. Throws if nothing is left or it is too long. */
export function checkName(field: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid(field, `Expected ${field} not to be empty.`);
  return checkLength(field, trimmed);
}

/** Counts characters as the API's description does. */
export function checkLength(field: string, text: string): string {
  if (text.length <= MAX_NAME_LENGTH || Array.from(text).length <= MAX_NAME_LENGTH) return text;
  throw invalid(field, `Expected ${field} to have at most ${MAX_NAME_LENGTH} characters.`);
}

/** A slug can never look like a reference, because it has no underscore. */
export function checkSlug(slug: string): string {
  if (SLUG.test(slug) && slug.length <= MAX_NAME_LENGTH) return slug;
  throw invalid('slug', 'Expected a slug of lowercase letters, digits and single hyphens.');
}

export function checkCurrency(currency: string): string {
  if (CURRENCY.test(currency)) return currency;
  throw invalid('currency', 'Expected an uppercase ISO 4217 currency such as EUR.');
}

/** Returns the zone in IANA's spelling. Rejects offsets, although Intl accepts them. */
export function checkTimezone(timezone: string): string {
  const known = /^[a-z]/i.test(timezone) ? knownTimezone(timezone) : null;
  if (known === null) {
    throw invalid('timezone', 'Expected an IANA time zone such as Europe/Berlin.');
  }
  // An alias is kept; only its letter case is corrected.
  return known.toLowerCase() === timezone.toLowerCase() ? known : timezone;
}

function knownTimezone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Throws if a half-open window is empty or reversed. */
export function checkOrder(field: string, from: Instant | null, until: Instant | null): void {
  if (from !== null && until !== null && from >= until) {
    throw invalid(field, `Expected ${field} to be later than its beginning.`);
  }
}

export function checkWhole(field: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw invalid(field, `Expected ${field} to be a whole number of at least ${least}.`);
}

/** No NUL and no half of a surrogate pair: what every store and every other client can hold. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
