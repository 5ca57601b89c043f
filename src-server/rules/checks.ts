import { MAX_NAME_LENGTH } from '../../shared/contract/limits.ts';
import type { Instant } from '../../shared/instant.ts';
import { asLine, asLines, findHarmful, isBlank } from '../../shared/plain-text.ts';
import { problem } from '../../shared/console/problems.ts';
import { invalid } from './domain-error.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CURRENCY = /^[A-Z]{3}$/;

/** A name as one line. Throws if there is nothing to see of it, or what `checkLine` refuses. */
export function checkName(field: string, name: string): string {
  const line = checkLine(field, name);
  if (isBlank(line)) throw invalid(field, problem('empty', { field }));
  return line;
}

/** A text that may be missing: null if there is nothing to see of it. */
export function checkOptionalLine(
  field: string,
  text: string,
  maxLength = MAX_NAME_LENGTH,
): string | null {
  const line = checkLine(field, text, maxLength);
  return isBlank(line) ? null : line;
}

/** The text as one line. Throws if it is too long, or contains what would harm the text that it is shown beside. */
export function checkLine(field: string, text: string, maxLength = MAX_NAME_LENGTH): string {
  return checkText(field, asLine(text), maxLength);
}

/** The text of another system, which is kept as it is, because it is looked up again. */
export function checkToken(field: string, text: string): string {
  return checkText(field, text, MAX_NAME_LENGTH);
}

/** Likewise, of any number of lines. */
export function checkLines(field: string, text: string, maxLength: number): string {
  return checkText(field, asLines(text), maxLength);
}

/** Throws if it is too long, or contains what would harm the text that it is shown beside. */
export function checkText(field: string, text: string, maxLength: number): string {
  const harmful = findHarmful(text);
  if (harmful !== null) throw invalid(field, problem('unseen', { field, what: harmful }));
  return checkLength(field, text, maxLength);
}

/** Counts characters as the API's description does. */
function checkLength(field: string, text: string, maxLength: number): string {
  if (text.length <= maxLength || Array.from(text).length <= maxLength) return text;
  throw invalid(field, problem('too_long', { field, most: maxLength }));
}

/** A slug can never look like a reference, because it has no underscore. */
export function checkSlug(slug: string): string {
  if (SLUG.test(slug) && slug.length <= MAX_NAME_LENGTH) return slug;
  throw invalid('slug', problem('slug', {}));
}

export function checkCurrency(currency: string): string {
  if (CURRENCY.test(currency)) return currency;
  throw invalid('currency', problem('currency', {}));
}

/** Returns the zone in IANA's spelling. Rejects offsets, although Intl accepts them. */
export function checkTimezone(timezone: string): string {
  const known = /^[a-z]/i.test(timezone) ? knownTimezone(timezone) : null;
  if (known === null) throw invalid('timezone', problem('timezone', {}));
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
    throw invalid(field, problem('ends_before', { field }));
  }
}

export function checkWhole(
  field: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const isOpen = most === Number.MAX_SAFE_INTEGER;
  throw invalid(
    field,
    isOpen ? problem('at_least', { field, least }) : problem('between', { field, least, most }),
  );
}

/** No NUL and no half of a surrogate pair: what every store and every other client can hold. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The path of the first text within `value` that is not storable, with dots; null if all are. `path` leads to the value. */
export function findUnstorable(value: unknown, path: readonly string[]): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path.join('.');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = findUnstorable(member, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
