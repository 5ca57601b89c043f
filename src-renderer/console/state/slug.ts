/** A name as part of an address: lowercase letters and digits, and `joint` between words. */
export function slugOf(name: string, joint: '-' | '_' = '-'): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const words = letters.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join(joint);
}
