import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 4096;
/** The first byte of a page with rows of a table rather than an index. */
const TABLE_LEAF = 0x0d;

/** Overwrites the one page of a closed SQLite file that holds the row with this text, as a failing disk would. */
export function overwriteRow(path: string, text: string): void {
  const bytes = readFileSync(path);
  for (let at = PAGE; at < bytes.length; at += PAGE) {
    const page = bytes.subarray(at, at + PAGE);
    if (page[0] === TABLE_LEAF && page.includes(text)) {
      page.fill(0x5a);
      writeFileSync(path, bytes);
      return;
    }
  }
  throw new Error(`expected a row with ${text} in ${path}`);
}
