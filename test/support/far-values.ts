import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Kinds of fields that code calculates with. */
export type FieldKind = 'time' | 'number';

/** Both ends of what an `Instant` holds and what lies beyond, as a REST timestamp writes them. */
const ends = [
  '0001-01-01T00:00:00.000000Z',
  '1684-07-28T00:12:25.259008Z',
  '1684-07-28T00:12:25.259009Z',
  '1970-01-01T00:00:00.000000Z',
  '2255-06-05T23:47:34.740991Z',
  '2255-06-05T23:47:34.740992Z',
  '2262-04-11T23:47:16.854775Z',
  '9999-12-31T23:59:59.999999Z',
];

export const farValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  time: [
    ...ends,
    '0000-01-01T00:00:00.000000Z',
    '2026-12-31T23:59:60.000000Z',
    '2026-02-31T00:00:00.000000Z',
    '1684-07-28T00:12:25.259009-14:00',
    '2255-06-05T23:47:34.740991+14:00',
    '2255-06-05T23:47:34+23:59',
    '9999-12-31T23:59:59.999999-23:59',
    '0001-01-01T00:00:00+23:59',
    '2026-01-01T00:00:00+99:99',
    'Invalid Date',
    '',
    0,
    null,
  ],
  number: [
    0,
    -1,
    0.5,
    1e-7,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 1,
    2 ** 31,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    'NaN',
    null,
  ],
};

/** Those that a reader accepts: they get furthest. */
export const acceptedValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  time: ends,
  number: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
};

/** A field of a time or a number: its keys, `*` for each element of an array. */
export interface FarField {
  readonly path: string;
  readonly kind: FieldKind;
}

const TIME = '^\\d{4}-\\d{2}-\\d{2}T';

/** Every field of a time or a number that a schema has. */
export function fieldsOf(schema: TSchema, path = ''): readonly FarField[] {
  const kind = kindOf(schema);
  if (kind !== null) return [{ path, kind }];
  const found = partsOf(schema).flatMap(([key, part]) =>
    fieldsOf(part, key === null ? path : `${path}/${key}`),
  );
  return [...new Map(found.map((field) => [field.path, field])).values()];
}

/** Gets a field and what it holds; undefined leaves it. */
type Choose = (field: FarField, value: unknown) => unknown;

/** A copy of `value` with other values in the chosen fields, also where they are null or missing. */
export function withField(schema: TSchema, value: unknown, far: Choose): unknown {
  return replaced(schema, value, { far, path: '' });
}

interface Place {
  readonly far: Choose;
  readonly path: string;
}

function replaced(schema: TSchema, value: unknown, { far, path }: Place): unknown {
  const kind = kindOf(schema);
  if (kind !== null) {
    const other = far({ path, kind }, value);
    return other === undefined ? value : other;
  }
  if ('anyOf' in schema) {
    const parts = partsOf(schema).map(([, part]) => part);
    const branch = parts.find((part) => kindOf(part) !== null) ?? fittingOf(parts, value);
    return branch === undefined ? value : replaced(branch, value, { far, path });
  }
  if (Array.isArray(value)) {
    const [[, part] = []] = partsOf(schema);
    if (part === undefined) return value;
    return value.map((each: unknown) => replaced(part, each, { far, path: `${path}/*` }));
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy = new Map<string, unknown>(Object.entries(value));
  for (const [key, part] of partsOf(schema)) {
    const other = replaced(part, copy.get(key ?? ''), { far, path: `${path}/${key}` });
    if (key !== null && other !== undefined) copy.set(key, other);
  }
  return Object.fromEntries(copy);
}

/** The alternative that a value is of. */
function fittingOf(parts: readonly TSchema[], value: unknown): TSchema | undefined {
  return parts.find((part) => Compile(part).Check(value));
}

function kindOf(schema: TSchema): FieldKind | null {
  const { type, pattern } = asRecord(schema);
  if (type === 'integer' || type === 'number') return 'number';
  const isTime = type === 'string' && typeof pattern === 'string' && pattern.startsWith(TIME);
  return isTime ? 'time' : null;
}

/** The schemas within one: by key, `*` for elements, and null for alternatives. */
function partsOf(schema: TSchema): readonly (readonly [string | null, TSchema])[] {
  const { properties, items, anyOf } = asRecord(schema);
  return [
    ...Object.entries(asRecord(properties)),
    ...(isSchema(items) ? [['*', items] as const] : []),
    ...(Array.isArray(anyOf) ? anyOf : []).map((part) => [null, part] as const),
  ].flatMap(([key, part]) => (isSchema(part) ? [[key, part] as const] : []));
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
