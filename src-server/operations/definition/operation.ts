import type { Static, TObject, TProperties } from 'typebox';
import type { Database, WriteOptions } from '../../database/database.ts';
import type { Role } from '../../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import type { SessionIdentity } from '../../domain/members/sessions.ts';
import type { Mailer } from '../../mail/mail.ts';

/** Who does it: the operating system's user at the command line, or a member of one organiser, who may do less. */
export type Actor = CommandLineActor | MemberActor;

interface CommandLineActor {
  readonly kind: 'command_line';
  readonly name: string;
}

export interface MemberActor {
  readonly kind: 'member';
  /** `mem_…` */
  readonly name: string;
  readonly organiserId: number;
  readonly session: SessionIdentity;
  /** Where the request came from. */
  readonly address: string;
  /** Throws unless the member may do it now. Called in each transaction. */
  readonly authorise: (tx: ReadTransaction) => Promise<void>;
  /** Throws if the operation was done already. Called in the transaction that does it. */
  readonly once: (tx: WriteTransaction) => Promise<void>;
  /** Throws if what the operation changes is not as the member saw it. Called in the same transaction; null for who said nothing of it. */
  readonly assertSeen: ((current: object) => void) | null;
}

/** What a running server has beside the database. */
export interface Services {
  readonly database: Database;
  /** Null where no mail server is set. */
  readonly mail: { readonly mailer: Mailer; readonly from: string } | null;
  /** Of deliveries, such as `X-Service`. */
  readonly webhookHeaderPrefix: string;
  /** Does what nobody waits for; a failure is logged. */
  readonly later: (work: () => Promise<void>) => void;
  /** Makes an attempt that was requested begin. */
  readonly wakeWebhooks: () => void;
}

/** What an operation found out without doing anything: nothing of its transaction is written, nor into the audit log. */
export class NothingDone extends Error {
  readonly result: object;

  constructor(result: object) {
    super('nothing was done');
    this.result = result;
  }
}

interface Named<Inputs extends TProperties> {
  /** `resource.verb`: the command `gatehouse resource verb`. */
  readonly name: `${string}.${string}`;
  readonly summary: string;
  /** Made of `inputs.ts`: what is given, and the words for it. */
  readonly input: TObject<Inputs>;
  /** The least role that may do it; `operator` is whoever runs the server, at the command line. */
  readonly role: Role | 'operator';
  /** Has no command of its name: it is for pages, or the command line does it in its own way. */
  readonly isConsoleOnly?: true;
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
  /** Not for an organiser whose plan has no API access (§1). */
  readonly needsPlan?: true;
  /** Not where no mail server is set. */
  readonly needsMail?: true;
  /** For work that locks the rows that it decides by; serializable when not given. */
  readonly isolation?: WriteOptions['isolation'];
  /** What has to be known of the world outside, before the transaction begins. */
  readonly prepare?: (database: Database, input: Static<TObject<Inputs>>) => Promise<Prepared>;
  /** What it would change, by the names of its inputs, for a page that says what was there when somebody began to write. */
  readonly current?: (tx: ReadTransaction, input: Static<TObject<Inputs>>) => Promise<object>;
  /** Returns the resource. Throws a `DomainError`, or `NothingDone` with a result. */
  readonly run: (
    tx: WriteTransaction,
    input: Static<TObject<Inputs>>,
    prepared: Prepared,
    actor: Actor,
  ) => Promise<Result>;
  /** What follows the commit at the console; what it returns is the result there. */
  readonly after?: (services: Services, result: Result) => Promise<object>;
}

/** Something that an organiser reads. */
export interface View<
  Inputs extends TProperties = TProperties,
  Result = unknown,
> extends Named<Inputs> {
  readonly kind: 'view';
  /** `services` is null at the command line. */
  readonly run: (
    tx: ReadTransaction,
    input: Static<TObject<Inputs>>,
    services: Services | null,
  ) => Promise<Result>;
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
