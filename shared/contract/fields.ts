import { Type, type TSchema } from 'typebox';
import { referencePrefixes, type ReferenceKind } from '../references.ts';

/** A field that is always present and may be null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A string, with a description if its name is not enough. */
export const Text = (description?: string) => Type.String(described(description));

/** A REST timestamp of specification §2.1: UTC, microseconds. */
export const Timestamp = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
    ...described(description),
  });

/** A webhook timestamp (§2.1): ISO 8601 with an offset. */
export const WebhookTime = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2}$',
    ...described(description),
  });

/** A timestamp in a request: ISO 8601 with `Z` or an offset, stored to the microsecond. */
export const SentTime = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$',
    ...described(description),
  });

/** A reference of §2.1: prefix, underscore, lowercase ULID. */
export const ReferenceTo = (kind: ReferenceKind, description?: string) =>
  Type.String({
    pattern: `^${referencePrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    ...described(description),
  });

/** A reference in a request: only its prefix is validated (§2.1); a look-up decides whether it exists. */
export const NamedReference = (kind: ReferenceKind, description?: string) =>
  Type.String({ pattern: `^${referencePrefixes[kind]}_`, ...described(description) });

/** Whether a field of a request is one of those that `ReferenceTo` and `NamedReference` describe. */
export function isReferenceField(schema: TSchema): boolean {
  const pattern = 'pattern' in schema ? schema.pattern : undefined;
  return typeof pattern === 'string' && referencePattern.test(pattern);
}

const referencePattern = new RegExp(`^\\^(?:${Object.values(referencePrefixes).join('|')})_`);

/** Corrected time minus device time: the largest difference that a database column holds. */
export const ClockOffset = () =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/** Uppercase ISO 4217. */
export const Currency = () => Type.String({ pattern: '^[A-Z]{3}$' });

/** Additive, in every JSON answer to a request that names something unknown (§9): sentences by field or parameter. */
export const warned = {
  warnings: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description:
        'What of the request is unknown and was ignored, by field or query parameter; absent if nothing was (additive).',
    }),
  ),
};

/** Whole minor units of the currency alongside. */
export const Money = (description?: string) => Type.Integer(described(description));

function described(description: string | undefined) {
  return description === undefined ? {} : { description };
}
