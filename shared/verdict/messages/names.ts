import { printableOrNull } from '../../plain-text.ts';

/** A sentence with more names would not be read at a door; the screen has the whole list. */
const MAX_NAMES = 4;

const listFormats = new Map<string, Intl.ListFormat>();

/** A name for use in a sentence: on one line, with single spaces; null if there is nothing to see of it. */
export function spokenName(name: string | null): string | null {
  return printableOrNull(name)?.replaceAll(/\s+/gu, ' ') ?? null;
}

/** `some`: their names joined with the language's "or". */
type RightEntryPoints =
  | { readonly kind: 'some'; readonly names: string }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'none' };

/** The entry points where a ticket is valid, for use in a sentence. */
export function rightEntryPoints(
  entryPoints: readonly { readonly name: string }[] | null,
  languageTag: string,
): RightEntryPoints {
  if (entryPoints === null || entryPoints.length === 0) return { kind: 'none' };
  const names = new Set<string>();
  for (const { name } of entryPoints) {
    const spoken = spokenName(name);
    if (spoken !== null) names.add(spoken);
  }
  if (names.size === 0) return { kind: 'unnamed' };
  if (names.size > MAX_NAMES) {
    return { kind: 'some', names: `${[...names].slice(0, MAX_NAMES).join(', ')}, …` };
  }
  return { kind: 'some', names: listFormat(languageTag).format(names) };
}

function listFormat(languageTag: string): Intl.ListFormat {
  const kept = listFormats.get(languageTag);
  if (kept !== undefined) return kept;
  const format = new Intl.ListFormat(languageTag, { type: 'disjunction' });
  listFormats.set(languageTag, format);
  return format;
}
