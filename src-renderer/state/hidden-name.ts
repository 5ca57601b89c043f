/** A name as strangers may see it: the first letter of each part, `A. D.`. */
export function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/u)
    .flatMap((part) => Array.from(part.matchAll(/\p{L}\p{M}*/gu), ([letter]) => letter).slice(0, 1))
    .map((letter) => `${letter.toLocaleUpperCase()}.`)
    .join(' ');
}

/** In the place of an address, of which any part may name somebody. */
export const HIDDEN_EMAIL = '•••@•••';

/** How long names stay in sight that somebody asked for; the next verdict ends it, too. */
export const NAMES_SHOWN_MS = 10_000;
