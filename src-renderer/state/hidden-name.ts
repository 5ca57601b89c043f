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

/** One of these can be all of a name: of `李 明` two of them would hide nothing. */
const WHOLE_WORDS = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** In the place of an address, of which any part may name somebody. */
export const HIDDEN_EMAIL = '•••@•••';

/** How long names stay in sight that somebody asked for; the next verdict ends it, too. */
export const NAMES_SHOWN_MS = 10_000;
