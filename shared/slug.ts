/** Letters that are more than one with an accent. */
const spelt: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
};

/** The most characters of an event's. */
const MOST = 255;

/** A name as part of an address: lowercase letters and digits, and `joint` between words. Empty for a name without any; at most 255 characters. */
export function slugOf(name: string, joint: '-' | '_' = '-'): string {
  const letters = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (letter) => spelt[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const slug = (letters.match(/[a-z0-9]+/g) ?? []).join(joint).slice(0, MOST);
  return slug.endsWith(joint) ? slug.slice(0, -1) : slug;
}
