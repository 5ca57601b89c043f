import { hash } from 'node:crypto';
import type { ChainReport } from '../../../ports/journal.ts';
import { contentColumns, type JournalContent } from './journal-schema.ts';

/** The newest row that is known to have been written. */
export interface Mark {
  readonly sequence: number;
  /** Null if it cannot be compared. */
  readonly hash: string | null;
}

/** What the hash of a row covers: the previous row's hash and all of this row's content. */
export function chainText(previous: string, row: JournalContent): string {
  return JSON.stringify([previous, ...contentColumns.map((column) => row[column])]);
}

export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}

export function hashEntry(previous: string, row: JournalContent): string {
  return hashText(chainText(previous, row));
}

/**
 * Verifies the hash chain from its beginning: the first row that is missing, modified or out of place breaks it.
 *
 * chain: genesis → hash(genesis, row 1) → hash(previous, row 2) → … → `mark`, the newest row that is known to have been written, so that
 * rows missing at the end are detected as well.
 */
export function verifyChain(
  genesis: string,
  rows: Iterable<JournalContent & { readonly hash: string }>,
  mark: Mark | null,
): ChainReport {
  let previous = genesis;
  let expected = 1;
  for (const row of rows) {
    if (previous === '') return broken(expected, 'the beginning of the chain is missing');
    if (row.sequence !== expected) {
      return broken(expected, `row ${expected} is missing; the next is ${row.sequence}`);
    }
    if (hashEntry(previous, row) !== row.hash) {
      return broken(expected, `row ${expected} was changed`);
    }
    if (row.sequence === mark?.sequence && row.hash !== (mark.hash ?? row.hash)) {
      return broken(expected, `row ${expected} is not the one that was written`);
    }
    previous = row.hash;
    expected += 1;
  }
  if (mark !== null && mark.sequence >= expected) {
    const missing =
      mark.sequence === expected
        ? `row ${expected} is`
        : `rows ${expected} to ${mark.sequence} are`;
    return broken(expected, `${missing} missing from its end`);
  }
  return { kind: 'whole', rows: expected - 1 };
}

function broken(sequence: number, problem: string): ChainReport {
  return { kind: 'broken', sequence, problem };
}
