import { Type, type TSchema } from 'typebox';
import { errorMessages } from '../../../shared/contract/errors.ts';
import { isReferenceField } from '../../../shared/contract/fields.ts';
import { cleanCode } from '../../../shared/ticket-code/clean-code.ts';
import type { FieldErrors } from '../errors/api-error.ts';

export interface TidyBody {
  /** The body with its references as the server knows them: without what scanners and copy and paste leave around them. */
  readonly json: unknown;
  /** Sentences about fields that the schema does not have, by their place: `first_nam`, `items.*.tiket`. */
  readonly ignored: Ignored;
}

type Ignored = ReadonlyMap<string, string>;

/** Compares a parsed body with the schema of its operation, before anything is validated. */
export function tidyBody(schema: TSchema, json: unknown): TidyBody {
  const ignored = new Map<string, string>();
  return { json: tidy(schema, json, '', ignored), ignored };
}

/** `path`: of the value, as in `ignored`, with a point at its end; empty for the body. */
function tidy(
  schema: TSchema,
  value: unknown,
  path: string,
  ignored: Map<string, string>,
): unknown {
  if (Type.IsUnion(schema)) {
    // A field that may be null. Of several other shapes none is known to be meant.
    const [only, ...others] = schema.anyOf.filter((option) => !Type.IsNull(option));
    return only === undefined || others.length > 0 ? value : tidy(only, value, path, ignored);
  }
  if (typeof value === 'string') return isReferenceField(schema) ? cleanCode(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (!Type.IsArray(schema)) return value;
    return value.map((item) => tidy(schema.items, item, `${path}*.`, ignored));
  }
  if (!Type.IsObject(schema)) return value;
  const { properties } = schema;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field !== undefined) return [name, tidy(field, member, `${path}${name}.`, ignored)];
    ignore(ignored, `${path}${name}`);
    return [name, member];
  });
  return Object.fromEntries(members);
}

/** How many unknown names a response repeats, and how much of each. */
const MAX_WARNINGS = 20;
const MAX_NAME = 100;

function ignore(ignored: Map<string, string>, path: string): void {
  const name = path.slice(0, MAX_NAME);
  if (ignored.size < MAX_WARNINGS) ignored.set(name, errorMessages.fieldUnknown(name));
}

/** What of a request is unknown and was ignored (§9), in the form of `errors`; null if nothing was. */
export function describeIgnored(
  fields: Ignored,
  parameters: readonly string[],
): FieldErrors | null {
  if (fields.size + parameters.length === 0) return null;
  const warnings = new Map([...fields].map(([name, sentence]) => [name, [sentence]]));
  for (const parameter of parameters.slice(0, MAX_WARNINGS)) {
    const name = parameter.slice(0, MAX_NAME);
    warnings.set(name, [...(warnings.get(name) ?? []), errorMessages.parameterUnknown(name)]);
  }
  return Object.fromEntries(warnings);
}

/** Adds warnings to the text of a JSON object. */
export function withWarnings(text: string, warnings: FieldErrors | null): string {
  return warnings === null ? text : `${text.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`;
}
