import { Type, type TSchema } from 'typebox';
import type { Instant } from '../instant.ts';
import { OrUndefined, type ReadOnly } from '../schema.ts';
import { entryPointDirections } from '../verdict/terms/door-policy.ts';
import { EventPolicy } from './event-policy.ts';
import { reEntryRules } from '../verdict/terms/releases.ts';
import { KeyBytes } from '../contract/okp-key.ts';
import { CodeKey } from '../contract/code-key.ts';

// What a station keeps of the server's word beside rows: whole documents, which another version may have written.

const At = () =>
  Type.Unsafe<Instant>(
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  );
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Named = () => Type.Object({ reference: Type.String(), name: Type.String() });

export const EventRecord = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  status: Type.Enum(['draft', 'published']),
  starts_at: OrNull(At()),
  ends_at: OrNull(At()),
  timezone: Type.String(),
  deleted_at: OrNull(At()),
});
export type EventRecord = ReadOnly<typeof EventRecord>;

export const SessionRecord = Type.Object({
  reference: Type.String(),
  name: OrNull(Type.String()),
  starts_at: At(),
  cancelled_at: OrNull(At()),
  entry_from: OrNull(At()),
  entry_until: OrNull(At()),
});
export type SessionRecord = ReadOnly<typeof SessionRecord>;

/** The organiser's public keys, each as the `x` of its JWK. */
export const OrganiserPublicKeys = Type.Object({
  /** Ed25519: signs the server's statement that a client was revoked. */
  statements: KeyBytes(),
  /** X25519: journals are encrypted to it. */
  sealing: KeyBytes(),
});
export type OrganiserPublicKeys = ReadOnly<typeof OrganiserPublicKeys>;

/** The setup of one event: everything the door needs besides its tickets. */
export const SetupRecord = Type.Object({
  event: EventRecord,
  sessions: Type.Array(SessionRecord),
  locations: Type.Array(
    Type.Object({
      reference: Type.String(),
      name: Type.String(),
      direction: OrUndefined(Type.Enum([...entryPointDirections])),
    }),
  ),
  /** Cannot be chosen; named by earlier scans. Left out by an earlier version, and on a bare `/v1`. */
  archived_locations: Type.Optional(Type.Array(Named())),
  ticket_types: Type.Array(
    Type.Object({
      reference: Type.String(),
      name: Type.String(),
      re_entry: OrUndefined(Type.Enum([...reEntryRules])),
    }),
  ),
  policy: Type.Optional(EventPolicy),
  /** Keys that verify signed ticket codes; none on a bare `/v1`. */
  code_keys: Type.Array(CodeKey),
  /** Left out by an earlier version, and on a bare `/v1`. */
  add_ons: Type.Optional(Type.Array(Named())),
  /** Whether the server computes session windows; on a bare `/v1` the station does. */
  source: Type.Enum(['scanner', 'bare']),
  etag: OrNull(Type.String()),
  /**
   * Addresses where other stations of the event listen; null if they do not exchange admissions. Absent from servers without that feature.
   */
  peers: Type.Optional(OrNull(Type.Array(Type.String()))),
});
export type SetupRecord = ReadOnly<typeof SetupRecord>;

/** This station's identity according to the server (`/integration/me`). */
export const IdentityRecord = Type.Object({
  organiser: Type.Object({ reference: Type.String(), display_name: Type.String() }),
  client_id: Type.String(),
  /** What the organiser calls the station. Left out by an earlier version. */
  name: Type.Optional(Type.String()),
  scopes: Type.Array(Type.String()),
  all_events: Type.Boolean(),
  capabilities: Type.Array(Type.String()),
});
export type IdentityRecord = ReadOnly<typeof IdentityRecord>;
