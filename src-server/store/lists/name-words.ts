import { joinedWords, searchWords, spelledWords } from '../../../shared/search-text.ts';

interface Name {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The words by which a person is found, separated by spaces: the last name's first, so that people sort by them. Null without any. */
export function nameWords({ first_name, last_name }: Name): string | null {
  const names = [last_name, first_name].filter((name) => name !== null);
  const joined = [[first_name, last_name], [last_name], [first_name]].flatMap((texts) =>
    joinedWords(texts.filter((text) => text !== null)),
  );
  const words = [...names.flatMap(searchWords), ...names.flatMap(spelledWords), ...joined];
  return words.length === 0 ? null : [...new Set(words)].join(' ');
}

/**
 * A seat so that seats sort as people count, and are found however they are punctuated: `C 14`, `c-14` and `C14` are one. Null for no seat,
 * and for a label without a letter or number.
 */
export function seatKey(label: string | null): string | null {
  const parts = searchWords(label ?? '').flatMap((word) => word.match(/\p{N}+|[^\p{N}]+/gu) ?? []);
  if (parts.length === 0) return null;
  return parts.map((part) => (/^\d+$/.test(part) ? part.padStart(6, '0') : part)).join(' ');
}
