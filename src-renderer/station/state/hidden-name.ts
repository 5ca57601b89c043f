/** A name as strangers may see it: the first letter of each part, `A. D.`. */
export function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/u)
    .map((part) => Array.from(part.matchAll(/\p{L}\p{M}*/gu), ([letter]) => letter))
    .flatMap(([letter, ...more], place) => {
      if (letter === undefined) return [];
      const isWholePart = more.length === 0 && WHOLE_WORDS.test(letter);
      return place > 0 && isWholePart ? ['•'] : [`${letter.toLocaleUpperCase()}.`];
    })
    .join(' ');
}

/** In these scripts one character can be a whole name: two initials of `李 明` would hide nothing. */
const WHOLE_WORDS = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** Replaces an address, any part of which may identify somebody. */
export const HIDDEN_EMAIL = '•••@•••';

/** How long names are shown on request; the next verdict hides them, too. */
export const NAMES_SHOWN_MS = 10_000;
