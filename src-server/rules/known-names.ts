import type { KnownNames } from '../../shared/console/import-problems.ts';

const MOST_NAMES = 12;

/** What somebody could have meant who named something that is not there. */
export function firstNames(names: readonly string[]): KnownNames {
  return { names: names.slice(0, MOST_NAMES), more: Math.max(0, names.length - MOST_NAMES) };
}

/** `Standing, VIP and 3 more`. */
export function listNames({ names, more }: KnownNames): string {
  const known = names.length === 0 ? 'none' : names.join(', ');
  return `${known}${more > 0 ? ` and ${more} more` : ''}`;
}
