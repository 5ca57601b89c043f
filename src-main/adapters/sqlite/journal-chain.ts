import { hash } from 'node:crypto';
import type { ChainReport } from '../../ports/journal.ts';
import { contentColumns, type JournalContent } from './journal-schema.ts';

/** The hash of a row: SHA-256 over the hash of the row before and everything this row says. */
export function hashEntry(previous: string, row: JournalContent): string {
  const values = contentColumns.map((column) => row[column]);
  return hash('sha256', JSON.stringify([previous, ...values]), 'hex');
}

/** Walks the chain from its beginning: the first row that is missing, changed or out of place breaks it. */
export function verifyChain(
  start: { readonly genesis: string; readonly first_sequence: number },
  rows: Iterable<JournalContent & { readonly hash: string }>,
): ChainReport {
  let previous = start.genesis;
  let expected = start.first_sequence;
  for (const row of rows) {
    if (row.sequence !== expected) {
      return {
        kind: 'broken',
        sequence: expected,
        problem: `row ${expected} is missing; the next is ${row.sequence}`,
      };
    }
    if (hashEntry(previous, row) !== row.hash) {
      return { kind: 'broken', sequence: expected, problem: `row ${expected} was changed` };
    }
    previous = row.hash;
    expected += 1;
  }
  return { kind: 'whole', rows: expected - start.first_sequence };
}
