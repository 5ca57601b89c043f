import { problem, sentenceOf } from '../../../shared/console/problems.ts';
import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { findUnstorable } from '../../rules/checks.ts';
import { describeFields, type Mismatch } from '../../rules/describe-mismatch.ts';
import { validationFailed, type FieldErrors } from '../errors/api-error.ts';

/**
 * Validates a parsed body and returns it typed. Throws `validation.failed` with a sentence for every invalid field; `further` holds
 * those that the caller found.
 */
export type BodyValidator<Body> = (json: unknown, further?: FieldErrors) => Body;

/**
 * Coerces nothing: a number in place of a string is an error. Ignores unknown keys. `sentences`: what is said of an invalid field, in place of what
 * its schema expects.
 */
export function compileBody<Schema extends TSchema>(
  schema: Schema,
  sentences: Readonly<Record<string, string>> = {},
): BodyValidator<Static<Schema>> {
  const validator = Compile(schema);
  const limits = listLimitsOf(schema);
  const later = checkedLater(schema);
  return (json, further = {}) => {
    const overlong = describeOverlong(json, limits);
    const bounded = withoutFields(json, overlong);
    const unreadable = describeUnreadable(bounded, later);
    const found = { ...further, ...unreadable, ...overlong };
    if (Object.keys(found).length === 0 && validator.Check(json)) return json;
    const errors = describeErrors(validator.Errors(bounded), sentences);
    // What is wrong with a field's form comes before what is wrong with its value.
    throw validationFailed({ ...found, ...errors, ...overlong });
  };
}

/** Maximum number of items by field name. */
type ListLimits = ReadonlyMap<string, number>;

function listLimitsOf(schema: TSchema): ListLimits {
  if (!Type.IsObject(schema)) return new Map();
  return new Map(
    Object.entries(schema.properties).flatMap(([name, field]): [string, number][] =>
      'maxItems' in field && typeof field.maxItems === 'number' ? [[name, field.maxItems]] : [],
    ),
  );
}

/**
 * Fields whose items the schema leaves open: each item is validated on its own later, so that one invalid item does not reject the
 * rest.
 */
function checkedLater(schema: TSchema): ReadonlySet<string> {
  if (!Type.IsObject(schema)) return new Set();
  const fields = Object.entries(schema.properties);
  return new Set(
    fields
      .filter(([, field]) => Type.IsArray(field) && Type.IsUnknown(field.items))
      .map(([name]) => name),
  );
}

/** Overlong lists, which nothing else looks at: every check and the collecting of errors would visit each of their items. */
function describeOverlong(json: unknown, limits: ListLimits): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [name, limit] of limits) {
    const list: unknown = isRecord(json) ? json[name] : undefined;
    if (Array.isArray(list) && list.length > limit) {
      errors[name] = [`The ${name} must not have more than ${limit} items.`];
    }
  }
  return errors;
}

function withoutFields(json: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(fields);
  if (names.length === 0 || !isRecord(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null;
}

function describeErrors(
  found: readonly Mismatch[],
  sentences: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const error of found) {
    for (const [field, said] of describeFields(error, 'body')) {
      if (!errors.has(field)) errors.set(field, [sentences[field] ?? sentenceOf(said)]);
    }
  }
  return Object.fromEntries(errors);
}

/** Texts with NUL or a lone surrogate, which neither databases nor other clients can hold: the first of each field. */
function describeUnreadable(
  json: unknown,
  passOver: ReadonlySet<string>,
): Record<string, string[]> {
  const members = isRecord(json) ? Object.entries(json) : [['', json] as const];
  const errors = new Map<string, string[]>();
  for (const [name, member] of members) {
    if (passOver.has(name)) continue;
    const path = findUnstorable(member, name === '' ? [] : [name]);
    if (path === null) continue;
    const field = path || 'body';
    errors.set(field, [sentenceOf(problem('unstorable', { field }))]);
  }
  return Object.fromEntries(errors);
}
