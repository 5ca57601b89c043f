import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** `value`, typed by the schema; throws an error that names every difference. */
export function shaped<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const validator = Compile(schema);
  if (validator.Check(value)) return value;
  const differences = validator
    .Errors(value)
    .map(({ instancePath, message, params }) => {
      return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
    })
    .join('\n');
  throw new Error(
    `expected another shape:\n${differences}\n${JSON.stringify(value, null, 1).slice(0, 2_000)}`,
  );
}
