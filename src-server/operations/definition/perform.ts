// Why: docs/decisions/0023-operations-and-audit.md
import type { Static, TObject, TProperties } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { findUnstorable } from '../../rules/checks.ts';
import { describeFields } from '../../rules/describe-mismatch.ts';
import { invalid } from '../../rules/domain-error.ts';
import { appendAuditEntry } from '../../store/access/audit-log.ts';
import { writeFenced } from '../../webhooks/deletion-fence.ts';
import {
  auditedInput,
  organiserIdOf,
  organiserOfInput,
  resourceOf,
  type CheckedInput,
} from './audit.ts';
import { wordsOf } from './inputs.ts';
import {
  NothingDone,
  type Actor,
  type MemberActor,
  type Operation,
  type Services,
  type View,
} from './operation.ts';
import { assertOwnInput } from './own-input.ts';

/**
 * The only way to do an operation, which it writes into the audit log. `settle` sees the result before the commit. Throws a `DomainError`, or
 * what `settle` threw; nothing was written then.
 */
export async function perform<Inputs extends TProperties, Result extends object, Prepared>(
  database: Database,
  operation: Operation<Inputs, Result, Prepared>,
  given: unknown,
  actor: Actor,
  settle?: (result: Result) => Promise<void>,
): Promise<Result> {
  const checked = checkInput(operation.input, given);
  const input = readInput(operation.input, checked);
  const { address, authorise, once, assertSeen } = await admit(database, operation, checked, actor);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an operation without `prepare` takes nothing that was prepared
  const prepared = (await operation.prepare?.(database, input)) as Prepared;
  const { isolation = 'serializable' } = operation;
  const work = async (tx: WriteTransaction) => {
    await authorise(tx);
    await once(tx);
    if (operation.current !== undefined) assertSeen?.(await operation.current(tx, input));
    // Before `run`, which may remove the row that is named.
    const named = await organiserOfInput(tx, operation.input, checked);
    const result = await operation.run(tx, input, prepared, actor);
    await settle?.(result);
    const resource = resourceOf(result);
    appendAuditEntry(tx, {
      organiser_id: (await organiserIdOf(tx, resource)) ?? named,
      actor: `${actor.kind}:${actor.name}`,
      address,
      operation: operation.name,
      resource,
      input: auditedInput(operation.input, checked),
    });
    return result;
  };
  try {
    return await writeFenced(database, work, { isolation });
  } catch (error) {
    if (!(error instanceof NothingDone)) throw error;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `run` makes it of what it returns otherwise
    return error.result as Result;
  }
}

export async function look<Inputs extends TProperties, Result>(
  database: Database,
  view: View<Inputs, Result>,
  given: unknown,
  console: { readonly member: MemberActor; readonly services: Services } | null = null,
): Promise<Result> {
  const checked = checkInput(view.input, given);
  const input = readInput(view.input, checked);
  return database.read(async (tx) => {
    if (console === null) return view.run(tx, input, null);
    const { member, services } = console;
    await member.authorise(tx);
    await assertOwnInput(tx, view.input, checked, member.organiserId);
    return view.run(tx, input, services);
  });
}

/** Before anything is prepared for a member, whether it may be; references never move to another organiser, so that is asked once. */
async function admit<Inputs extends TProperties>(
  database: Database,
  { input }: { readonly input: TObject<Inputs> },
  checked: CheckedInput,
  actor: Actor,
): Promise<
  Pick<MemberActor, 'authorise' | 'once' | 'assertSeen'> & { readonly address: string | null }
> {
  if (actor.kind === 'command_line')
    return { address: null, authorise: nothing, once: nothing, assertSeen: null };
  const { address, authorise, once, assertSeen, organiserId } = actor;
  await database.read(async (tx) => {
    await authorise(tx);
    await assertOwnInput(tx, input, checked, organiserId);
  });
  return { address, authorise, once, assertSeen };
}

const nothing = async (): Promise<void> => undefined;

/** Throws `validation.failed` with the first field that is wrong. */
function checkInput(schema: TObject, given: unknown): CheckedInput {
  const validator = validatorOf(schema);
  if (!validator.Check(given)) {
    const [mismatch] = validator.Errors(given).flatMap((one) => describeFields(one, 'input'));
    const [field, said] = mismatch ?? ['input', 'The input is not valid.'];
    throw invalid(field, said);
  }
  for (const [name, value] of Object.entries(given)) checkField(schema, name, value);
  return given;
}

type InputValidator = Validator<TProperties, TObject>;

const validators = new WeakMap<TObject, InputValidator>();

/** Compiled once for each operation. */
function validatorOf(schema: TObject): InputValidator {
  const validator = validators.get(schema) ?? Compile<TObject, InputValidator>(schema);
  validators.set(schema, validator);
  return validator;
}

function checkField({ properties }: TObject, name: string, value: unknown): void {
  if (!Object.hasOwn(properties, name)) {
    const shown = name.slice(0, 100);
    throw invalid(shown, `There is no input ${shown}.`);
  }
  const unstorable = findUnstorable(value, [name]);
  if (unstorable === null) return;
  throw invalid(unstorable, problem('unstorable', { field: unstorable }));
}

/** What `run` takes: times are instants, and what is undefined is missing. */
function readInput<Inputs extends TProperties>(
  { properties }: TObject<Inputs>,
  checked: CheckedInput,
): Static<TObject<Inputs>> {
  const read = Object.entries(checked)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isTime = wordsOf(properties[name]).kind === 'time' && typeof value === 'string';
      return [name, isTime ? instantOf(value, name) : value] as const;
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked every value
  return Object.fromEntries(read) as Static<TObject<Inputs>>;
}

function instantOf(given: string, field: string): Instant {
  const instant = parseInstant(given);
  if (instant !== null) return instant;
  throw invalid(field, `Expected a time such as 2026-12-12T19:00:00+01:00, got "${given}".`);
}
