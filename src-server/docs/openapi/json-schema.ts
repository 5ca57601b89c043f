/** A JSON document part: what a schema is once it is written down. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Members = Readonly<Record<string, Json>>;

/** Writes a schema down; a part that has a name of its own becomes a reference to it. */
export function writeSchema(schema: unknown, names: ReadonlyMap<unknown, string>): Json {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return writeParts(schema, names);
}

/** The same without looking at the outermost name: what the reference leads to. */
export function writeParts(schema: unknown, names: ReadonlyMap<unknown, string>): Json {
  if (Array.isArray(schema)) return schema.map((part) => writeSchema(part, names));
  if (typeof schema === 'object' && schema !== null) {
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, writeSchema(part, names)]),
    );
  }
  const isScalar =
    typeof schema === 'string' || typeof schema === 'number' || typeof schema === 'boolean';
  return isScalar ? schema : null;
}

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
