import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../../../shared/instant.ts';
import { parseJson } from '../../../../shared/parse-json.ts';
import { KeyBytes } from '../../../../shared/sealing/okp-key.ts';
import { CodeKey } from '../../../../shared/ticket-code/code-key.ts';
import type { EventRecord, IdentityRecord, SetupRecord } from '../../../ports/replica.ts';

const Instants = () =>
  Type.Unsafe<Instant>(
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  );
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Event = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  status: Type.Enum(['draft', 'published']),
  starts_at: OrNull(Instants()),
  ends_at: OrNull(Instants()),
  timezone: Type.String(),
  deleted_at: OrNull(Instants()),
});

const Setup = Type.Object({
  event: Event,
  sessions: Type.Array(
    Type.Object({
      reference: Type.String(),
      name: OrNull(Type.String()),
      starts_at: Instants(),
      cancelled_at: OrNull(Instants()),
      entry_from: OrNull(Instants()),
      entry_until: OrNull(Instants()),
    }),
  ),
  locations: Type.Array(Type.Object({ reference: Type.String(), name: Type.String() })),
  ticket_types: Type.Array(Type.Object({ reference: Type.String(), name: Type.String() })),
  add_ons: Type.Optional(
    Type.Array(Type.Object({ reference: Type.String(), name: Type.String() })),
  ),
  code_keys: Type.Array(CodeKey),
  organiser_keys: Type.Optional(Type.Object({ statements: KeyBytes(), sealing: KeyBytes() })),
  source: Type.Enum(['scanner', 'bare']),
  etag: OrNull(Type.String()),
  peers: Type.Optional(OrNull(Type.Array(Type.String()))),
});

const Identity = Type.Object({
  organiser: Type.Object({ reference: Type.String(), display_name: Type.String() }),
  client_id: Type.String(),
  scopes: Type.Array(Type.String()),
  all_events: Type.Boolean(),
  capabilities: Type.Array(Type.String()),
});

/** Reads a stored JSON document; null when it is absent or not what this version writes: the server will be asked again. */
function reader<T extends TSchema>(schema: T) {
  const compiled = Compile(schema);
  return (text: string | undefined): Static<T> | null => {
    if (text === undefined) return null;
    // A flipped bit inside a text is nothing that the database's own check can see.
    const value = parseJson(text);
    return compiled.Check(value) ? value : null;
  };
}

export const readEvents: (text: string | undefined) => readonly EventRecord[] | null = reader(
  Type.Array(Event),
);
export const readSetup: (text: string | undefined) => SetupRecord | null = reader(Setup);
export const readIdentity: (text: string | undefined) => IdentityRecord | null = reader(Identity);
export const readReferences: (text: string | undefined) => readonly string[] | null = reader(
  Type.Array(Type.String()),
);
