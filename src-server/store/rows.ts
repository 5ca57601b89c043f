import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { Tables } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';

const Texts = Compile(Type.Array(Type.String()));

/** Reads a JSON column that holds a list of texts: references of entry points, options of a field, seat labels. */
export function readTexts(column: string | null): readonly string[] | null {
  return column === null ? null : Texts.Parse(JSON.parse(column));
}

export function writeTexts(texts: readonly string[] | null): string | null {
  return texts === null ? null : JSON.stringify(texts);
}

/** Reference and timestamps of a new row. */
export function newRow<Kind extends ReferenceKind>(
  tx: WriteTransaction,
  kind: Kind,
): { reference: Reference<Kind>; created_at: Instant; updated_at: Instant } {
  const timestamp = tx.timestamp();
  return { reference: tx.newReference(kind), created_at: timestamp, updated_at: timestamp };
}

/** What refers to a row. */
export interface Uses {
  readonly count: number;
  /** The reference of the newest one; null if there is none. */
  readonly last: string | null;
}

/** What `count(*)` and `max(reference)` found. References sort by time. PostgreSQL gives counts as text. */
export function usesOf(found: {
  readonly count: number | string;
  readonly last: string | null;
}): Uses {
  return { count: Number(found.count), last: found.last };
}

/** Asserts that a row guaranteed by a foreign key exists. */
export function expectRow<T>(row: T | undefined, table: keyof Tables, id: number): T {
  if (row === undefined) throw new Error(`expected row ${id} of ${table}`);
  return row;
}
