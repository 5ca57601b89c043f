import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { errorMessages } from '../../shared/contract/errors.ts';
import { isStorable } from '../../shared/storable-text.ts';
import { describeMismatch, type Mismatch } from '../services/describe-mismatch.ts';
import { validationFailed } from './api-error.ts';

/** Checks a parsed body and gives it its type. Throws `validation.failed` with a sentence per field. */
export type BodyValidator<Body> = (json: unknown) => Body;

/** Nothing is coerced: a number where a string belongs is an error. Unknown keys are ignored. */
export function compileBody<Schema extends TSchema>(schema: Schema): BodyValidator<Static<Schema>> {
  const validator = Compile(schema);
  const limits = listLimitsOf(schema);
  const later = checkedLater(schema);
  return (json) => {
    const overlong = describeOverlong(json, limits);
    if (overlong !== null) throw validationFailed(overlong);
    if (!validator.Check(json)) throw validationFailed(describeErrors(validator.Errors(json)));
    const unreadable = findUnreadableText(json, [], later);
    if (unreadable !== null) {
      throw validationFailed({
        [unreadable]: [`The ${unreadable} contains invalid characters.`],
      });
    }
    return json;
  };
}

/** How many items the lists of a body may have, by the names of their fields. */
type ListLimits = ReadonlyMap<string, number>;

function listLimitsOf(schema: TSchema): ListLimits {
  if (!Type.IsObject(schema)) return new Map();
  return new Map(
    Object.entries(schema.properties).flatMap(([name, field]): [string, number][] =>
      'maxItems' in field && typeof field.maxItems === 'number' ? [[name, field.maxItems]] : [],
    ),
  );
}

/** Fields whose items the schema leaves open: each is checked on its own later, so that a bad one does not cost the others. */
function checkedLater(schema: TSchema): ReadonlySet<string> {
  if (!Type.IsObject(schema)) return new Set();
  const fields = Object.entries(schema.properties);
  return new Set(
    fields
      .filter(([, field]) => Type.IsArray(field) && Type.IsUnknown(field.items))
      .map(([name]) => name),
  );
}

/** Asked first: to say what is wrong, the validator would visit every item of a list that is too long. */
function describeOverlong(json: unknown, limits: ListLimits): Record<string, string[]> | null {
  const errors = [...limits].flatMap(([name, limit]): [string, string[]][] => {
    const list: unknown = isRecord(json) ? json[name] : undefined;
    const isOverlong = Array.isArray(list) && list.length > limit;
    return isOverlong ? [[name, [`The ${name} must not have more than ${limit} items.`]]] : [];
  });
  return errors.length === 0 ? null : Object.fromEntries(errors);
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null;
}

function describeErrors(found: readonly Mismatch[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const error of found) {
    for (const [field, sentence] of sentencesOf(error)) {
      if (!errors.has(field)) errors.set(field, [sentence]);
    }
  }
  return Object.fromEntries(errors);
}

function sentencesOf(error: Mismatch): [string, string][] {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => {
      const field = [...path, name].join('.');
      return [field, errorMessages.fieldRequired(field)];
    });
  }
  const field = path.join('.') || 'body';
  return [[field, `The ${field} ${describeMismatch(error)}.`]];
}

/** The path of a text with NUL or half a surrogate pair, which no store and no other client could hold. */
function findUnreadableText(
  value: unknown,
  path: readonly string[],
  passOver: ReadonlySet<string> = new Set(),
): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path.join('.') || 'body';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (passOver.has(key)) continue;
    const found = findUnreadableText(member, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
