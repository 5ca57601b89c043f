import { Type, type Static } from 'typebox';
import {
  entryPointDirections,
  MAX_UNDO_MINUTES,
  overruleRules,
} from '../verdict/terms/door-policy.ts';
import { CodeKey } from '../contract/code-key.ts';
import { Currency, Money, Nullable, ReferenceTo, Text, Timestamp } from '../contract/fields.ts';
import { Event, LocationSummary, TicketType } from './events.ts';
import { DataOf, type Routes, read } from './route-contract.ts';
import { SetupSession } from './sessions.ts';

/** How stations of one event find and trust each other while the server is unreachable. */
export const SetupPeers = Type.Object({
  /**
   * 32 bytes each in base64url, newest first. A station signs its messages with each of them and trusts messages signed with any.
   * They change daily and when a station is revoked.
   */
  keys: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), { minItems: 1, maxItems: 2 }),
  /** Addresses that the event's other stations last reported. A station connects to those that `isPeerAddress` accepts. */
  addresses: Type.Array(Type.String()),
});
export type SetupPeers = Static<typeof SetupPeers>;

export const SetupAddOn = Type.Object({
  reference: ReferenceTo('addOn'),
  name: Text(),
  price: Money(),
  currency: Currency(),
});
export type SetupAddOn = Static<typeof SetupAddOn>;

/** `direction`: which way guests pass it; left out by an earlier version, and then `in`. */
export const SetupLocation = Type.Object({
  ...LocationSummary.properties,
  direction: Type.Optional(
    Type.Enum([...entryPointDirections], { description: 'Which way guests pass it (additive).' }),
  ),
});
export type SetupLocation = Static<typeof SetupLocation>;

/** What the organiser allows at the doors. All but the first is left out by an earlier version, and then as `defaultDoorRules` has it. */
export const SetupPolicy = Type.Object({
  opens_before_minutes: Type.Integer({ minimum: 0 }),
  capacity: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        description: 'How many guests may be inside at once; null for any number (additive).',
      }),
    ),
  ),
  undo_minutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_UNDO_MINUTES,
      description:
        'How long anybody may undo an admission of their own station; 0: supervisors only (additive).',
    }),
  ),
  overrule: Type.Optional(
    Type.Enum([...overruleRules], {
      description:
        'Which denials a supervisor may overrule. `rules`: all but those of cancelled and refunded tickets; `any`: those too (additive).',
    }),
  ),
});

export const SetupTicketType = Type.Object({
  ...TicketType.properties,
  re_entry: Type.Optional(
    Type.Literal('allowed', { description: 'Guests who went out may come in again (additive).' }),
  ),
});
export type SetupTicketType = Static<typeof SetupTicketType>;

export const Setup = Type.Object({
  event: Event,
  ticket_types: Type.Array(SetupTicketType),
  sessions: Type.Array(SetupSession),
  scanner_locations: Type.Array(SetupLocation),
  /** Entry points that can no longer be chosen; earlier scans name them. Left out by an earlier version. */
  archived_locations: Type.Optional(Type.Array(LocationSummary)),
  add_ons: Type.Array(SetupAddOn),
  /** Public keys of signed ticket codes: the current one, and retired ones whose codes are still accepted. */
  code_keys: Type.Array(CodeKey),
  /**
   * The organiser's signature of `code_keys` and `peers.keys` for this event, a compact JWS. A station that knows the organiser's keys accepts
   * no others.
   */
  keys_signature: Text(),
  policy: SetupPolicy,
  /** Null if the event's stations do not exchange admissions. */
  peers: Nullable(SetupPeers),
  /** Left out by an earlier version. */
  epoch: Type.Optional(
    Text(
      'Names the life of the database: another one after a restore. Then offer again what was uploaded, and read every list from the beginning (additive).',
    ),
  ),
  server_time: Timestamp(),
});
export type Setup = Static<typeof Setup>;

export const setupRoutes = {
  readSetup: {
    ...read,
    summary: "Read an event's setup",
    description:
      'What a station has to know of an event before it scans. `ETag` and `If-None-Match` save the body when nothing changed.',
    path: '/scanner/events/{eventKey}/setup',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Setup), 304: null },
  },
} as const satisfies Routes;
