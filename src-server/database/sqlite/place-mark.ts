import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { PlaceMark } from '../database.ts';

const NAME = 'server.mark';
const MARK = /^[\w-]{22} \d+$/;

/**
 * The mark of a database file: random text in a file beside it, with the number that the file system gave the database. A file that was put
 * in its place, or a folder that was copied, does not fit it.
 */
export function markOfFile(file: string): PlaceMark {
  const path = join(dirname(file), NAME);
  const numberOfFile = () => String(statSync(file, { bigint: true }).ino);
  return {
    read: async () => {
      const mark = readMark(path);
      return mark?.endsWith(` ${numberOfFile()}`) === true ? mark : null;
    },
    renew: async () => {
      const mark = `${randomBytes(16).toString('base64url')} ${numberOfFile()}`;
      writeAtomically(path, mark);
      return mark;
    },
  };
}

function readMark(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    return MARK.test(text) ? text : null;
  } catch {
    return null;
  }
}
