import { Type, type TSchema } from 'typebox';
import { referencePrefixes, type ReferenceKind } from '../references.ts';

/** A field that is always present and may be null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A text and, where the name does not say it, what it is. */
export const Text = (description?: string) => Type.String(described(description));

/** A REST timestamp of specification §2.1: UTC, microseconds. */
export const Timestamp = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
    ...described(description),
  });

/** A time as webhooks tell it (§2.1): ISO 8601 with an offset. */
export const WebhookTime = (description?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2}$',
    ...described(description),
  });

/** A time that a caller sends: ISO 8601 with `Z` or an offset, kept to the microsecond. */
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

/** A reference that a caller names: only its prefix is looked at (§2.1), and whether there is such a thing is for a look-up to say. */
export const NamedReference = (kind: ReferenceKind) =>
  Type.String({ pattern: `^${referencePrefixes[kind]}_` });

/** Uppercase ISO 4217. */
export const Currency = () => Type.String({ pattern: '^[A-Z]{3}$' });

/** Whole minor units of the currency alongside. */
export const Money = (description?: string) => Type.Integer(described(description));

function described(description: string | undefined) {
  return description === undefined ? {} : { description };
}
