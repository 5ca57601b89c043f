import type { Static, TObject, TProperties } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseInstant, type Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { invalid } from '../domain/domain-error.ts';
import { writeFenced } from '../webhooks/deletion-fence.ts';
import { wordsOf } from './inputs.ts';
import type { Actor, Operation, View } from './operation.ts';

/** The only way to do an operation. Throws a `DomainError`; nothing was written then. */
export async function perform<Inputs extends TProperties, Result extends object, Prepared>(
  database: Database,
  operation: Operation<Inputs, Result, Prepared>,
  given: unknown,
  _actor: Actor,
): Promise<Result> {
  const input = readInput(operation.input, given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an operation without `prepare` takes nothing that was prepared
  const prepared = (await operation.prepare?.(database, input)) as Prepared;
  const { isolation = 'serializable' } = operation;
  return writeFenced(database, (tx) => operation.run(tx, input, prepared), { isolation });
}

export function look<Inputs extends TProperties, Result>(
  database: Database,
  view: View<Inputs, Result>,
  given: unknown,
): Promise<Result> {
  const input = readInput(view.input, given);
  return database.read((tx) => view.run(tx, input));
}

/** Throws `validation.failed`. */
function readInput<Inputs extends TProperties>(
  schema: TObject<Inputs>,
  given: unknown,
): Static<TObject<Inputs>> {
  const validator = Compile(schema);
  if (!validator.Check(given)) {
    const [error] = validator.Errors(given);
    const field = error?.instancePath.slice(1) ?? '';
    throw invalid(field, `${field} cannot be read: it ${error?.message ?? ''}.`);
  }
  const read = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isTime = wordsOf(schema.properties[name]).kind === 'time' && typeof value === 'string';
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
