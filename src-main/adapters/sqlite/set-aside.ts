import { existsSync, renameSync } from 'node:fs';

/** Moves a database with its WAL out of the way, next to itself, and returns where it is kept. Never overwrites an older one. */
export function setAside(path: string, why: string): string {
  const keptAs = freeName(`${path}.${why}`);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix);
  }
  return keptAs;
}

function freeName(wanted: string): string {
  let number = 1;
  while (existsSync(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
