import type { Static, TObject, TProperties } from 'typebox';
import type { Database, WriteOptions } from '../../database/database.ts';
import type { Role } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';

/** Who does it: the operating system's user at the command line. */
export interface Actor {
  readonly kind: 'command_line';
  readonly name: string;
}

interface Named<Inputs extends TProperties> {
  /** `resource.verb`: the command `gatehouse resource verb`. */
  readonly name: `${string}.${string}`;
  readonly summary: string;
  /** Made of `inputs.ts`: what is given, and the words for it. */
  readonly input: TObject<Inputs>;
  /** The least role that may do it. */
  readonly role: Role;
}

/** Something that an organiser does, in one transaction. */
export interface Operation<
  Inputs extends TProperties = TProperties,
  Result extends object = object,
  Prepared = unknown,
> extends Named<Inputs> {
  readonly kind: 'operation';
  /** Asks for the second factor again. */
  readonly fresh?: true;
  /** For work that locks the rows that it decides by; serializable when not given. */
  readonly isolation?: WriteOptions['isolation'];
  /** What has to be known of the world outside, before the transaction begins. */
  readonly prepare?: (database: Database, input: Static<TObject<Inputs>>) => Promise<Prepared>;
  /** Returns the resource. Throws a `DomainError`. */
  readonly run: (
    tx: WriteTransaction,
    input: Static<TObject<Inputs>>,
    prepared: Prepared,
  ) => Promise<Result>;
}

/** Something that an organiser reads. */
export interface View<
  Inputs extends TProperties = TProperties,
  Result = unknown,
> extends Named<Inputs> {
  readonly kind: 'view';
  readonly run: (tx: ReadTransaction, input: Static<TObject<Inputs>>) => Promise<Result>;
}

export function defineOperation<
  Inputs extends TProperties,
  Result extends object,
  Prepared = undefined,
>(
  operation: Omit<Operation<Inputs, Result, Prepared>, 'kind'>,
): Operation<Inputs, Result, Prepared> {
  return { kind: 'operation', ...operation };
}

export function defineView<Inputs extends TProperties, Result>(
  view: Omit<View<Inputs, Result>, 'kind'>,
): View<Inputs, Result> {
  return { kind: 'view', ...view };
}
