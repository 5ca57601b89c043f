import { UnreadableRowError } from '../../wire/row-fields.ts';

/** Reads a body of the expected schema. Undefined if it is another, or passes its schema and still cannot be read. */
export function reply<Body, Value>(
  schema: { Check(body: unknown): body is Body },
  read: (body: Body) => Value | undefined,
): (body: unknown) => Value | undefined {
  return (body) => {
    if (!schema.Check(body)) return undefined;
    try {
      return read(body);
    } catch (error) {
      if (error instanceof UnreadableRowError) return undefined;
      throw error;
    }
  };
}
