import type { Json, Members } from './json-schema.ts';

/** An example of OpenAPI: a value, or where it is among the components. */
export type ExampleObject = { readonly value: Json } | { readonly $ref: string };

/** A media type: one value is its `example`, anything else its `examples` by name. */
export function describeMedia(
  schema: Json,
  examples: Readonly<Record<string, ExampleObject>>,
): Members {
  const [only, ...others] = Object.values(examples);
  if (only !== undefined && others.length === 0 && 'value' in only) {
    return { schema, example: only.value };
  }
  return { schema, examples };
}

/** Values by name as examples. */
export function valuesOf(
  values: Readonly<Record<string, Json>>,
): Readonly<Record<string, ExampleObject>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}
