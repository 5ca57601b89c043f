import type { Json } from './json-schema.ts';

/** A value that the schema accepts, from its examples where it has them. A nullable field shows what it is when it is not null. */
export function exampleOf(schema: unknown): Json {
  const part = membersOf(schema);
  if (Array.isArray(part['examples']) && part['examples'].length > 0) {
    return asJson(part['examples'][0]);
  }
  if (Array.isArray(part['enum'])) return asJson(part['enum'][0]);
  if ('const' in part) return asJson(part['const']);
  if (Array.isArray(part['anyOf'])) return exampleOf(part['anyOf'][0]);
  switch (part['type']) {
    case 'object':
      return exampleOfMembers(membersOf(part['properties']));
    case 'array':
      return [exampleOf(part['items'])];
    case 'integer':
    case 'number':
      return typeof part['minimum'] === 'number' ? part['minimum'] : 1;
    case 'boolean':
      return true;
    case 'string':
      return 'text';
    default:
      return null;
  }
}

function exampleOfMembers(properties: Readonly<Record<string, unknown>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]),
  );
}

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asJson(part)]));
  }
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? value : null;
}
