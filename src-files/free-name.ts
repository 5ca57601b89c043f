import { lstatSync } from 'node:fs';

/**
 * The wanted name and the first number with which nothing has it: `NAME-1`, `NAME-2`. With suffixes none of them may be taken, so
 * that files that belong together keep belonging together.
 */
export function freeName(wanted: string, suffixes: readonly string[] = ['']): string {
  const isTaken = (number: number) =>
    suffixes.some((suffix) => isThere(`${wanted}-${number}${suffix}`));
  let number = 1;
  while (isTaken(number)) number += 1;
  return `${wanted}-${number}`;
}

/** Also for a link that leads nowhere. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
