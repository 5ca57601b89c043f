import type { Generated, Kysely } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { DomainEvent } from './domain-event.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Row, Tables } from './schema.ts';
import type { Topic } from './topics.ts';

/** One consistent snapshot of the database. Every use throws once the callback's promise has settled. */
export interface ReadTransaction {
  readonly db: Kysely<Tables>;
  all<Params extends object, Found>(
    query: PreparedQuery<Params, Found>,
    params: Params,
  ): Promise<readonly Found[]>;
  first<Params extends object, Found>(
    query: PreparedQuery<Params, Found>,
    params: Params,
  ): Promise<Found | undefined>;
  /** The topic's version in this snapshot; null if this transaction, or another in the same commit, has changed the topic. */
  version(topic: Topic): Promise<number | null>;
  /** When the transaction began, by the database's clock. Not suitable for ordering: use `timestamp`. */
  readonly now: Instant;
  /** The same object in every transaction of one open database. */
  readonly database: object;
}

/** Tables whose rows the database numbers. */
export type NumberedTable = {
  [Name in keyof Tables]: Tables[Name] extends { readonly id: Generated<number> } ? Name : never;
}[keyof Tables];

/**
 * Runs as if it were the only transaction: everything it reads stays true until the commit. At `read committed`, a row that a write depends
 * on must be locked when it is read (`forUpdate`); each statement sees what was committed before it began.
 *
 * Statements run in the order of the calls. A call need not wait for the one before it, which saves a round trip.
 */
export interface WriteTransaction extends ReadTransaction {
  /** Runs an insert, update or delete; returns how many rows it changed. */
  run<Params extends object>(
    query: PreparedQuery<Params, unknown>,
    params: Params,
  ): Promise<number>;
  /** Inserts a row and returns it with its number. */
  insert<Name extends NumberedTable>(
    table: Name,
    row: Omit<Row<Name>, 'id'>,
  ): Promise<Omit<Row<Name>, 'id'> & { readonly id: number }>;
  /** Inserts rows with the same columns in the same order, and returns them in order with their numbers. */
  insertAll<Name extends NumberedTable>(
    table: Name,
    rows: readonly Omit<Row<Name>, 'id'>[],
  ): Promise<readonly (Omit<Row<Name>, 'id'> & { readonly id: number })[]>;
  /**
   * Inserts rows, likewise, whose numbers nobody needs, without waiting for them. If that fails, the whole write rejects, and nothing of it
   * is committed.
   */
  append<Name extends keyof Tables>(table: Name, rows: readonly Omit<Row<Name>, 'id'>[]): void;
  /**
   * The next `created_at` or `updated_at`: greater than every earlier one of the same row, and never at or below a bound that
   * `Database.readBounded` returned before the commit, whatever the clock does.
   */
  timestamp(): Instant;
  /** A new reference: the transaction's time, or `at`, and 80 random bits. */
  newReference<Kind extends ReferenceKind>(kind: Kind, at?: Instant): Reference<Kind>;
  /** Emits a domain event: to the outbox in this transaction, and to listeners after the commit. Discarded if this callback rejects. */
  emit(event: DomainEvent): void;
}
