import type { Generated, Kysely } from 'kysely';
import type { Instant } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import type { DomainEvent } from './domain-event.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { Row, Tables } from './schema.ts';
import type { Topic } from './topics.ts';

/** One consistent snapshot of the database. Every use throws once the callback that it was given to has settled. */
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
  /** The topic's version in this snapshot; null when this transaction, or one that it shares a commit with, has changed the topic. */
  version(topic: Topic): Promise<number | null>;
  /** The same object in every transaction of one open database. */
  readonly database: object;
}

/** Tables that number their rows themselves. */
export type NumberedTable = {
  [Name in keyof Tables]: Tables[Name] extends { readonly id: Generated<number> } ? Name : never;
}[keyof Tables];

/**
 * Runs as if no other transaction did: what is read here is true until the commit. A row that is read before it decides about a
 * write at `read committed` must be locked (`forUpdate`).
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
  /** The time when the transaction began. Orders nothing: `stamp` does. */
  readonly now: Instant;
  /**
   * The next `created_at` or `updated_at`: greater than every earlier one of the same row, and never at or below a bound that
   * `Database.readBounded` gave before the commit, whatever the clock does.
   */
  stamp(): Instant;
  /** A new reference with 80 random bits. */
  newReference<Kind extends ReferenceKind>(kind: Kind): Reference<Kind>;
  /** Emits a domain event: to the outbox in this transaction, and to listeners after the commit. Lost if this callback rejects. */
  emit(event: DomainEvent): void;
}
