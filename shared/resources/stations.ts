import { Type, type Static } from 'typebox';
import {
  ClockOffset,
  NamedReference,
  Nullable,
  SentTime,
  Text,
  Timestamp,
} from '../contract/fields.ts';
import { KeyBytes } from '../contract/okp-key.ts';
import { MAX_PEERS } from '../contract/limits.ts';
import { PEER_ADDRESS_PATTERN } from '../contract/peer-address.ts';
import { DataOf, type Routes, read, write } from './route-contract.ts';

/** A station's address on its own network. */
export const PeerAddress = () => Type.String({ pattern: PEER_ADDRESS_PATTERN });

/** The state of a station, sent about every half minute while the server is reachable. */
export const Heartbeat = Type.Object({
  event: Nullable(NamedReference('event')),
  scanner_location: Nullable(NamedReference('location')),
  version: Type.String({ minLength: 1, maxLength: 100 }),
  /** Scans and redemptions not yet uploaded. */
  queued: Type.Integer({ minimum: 0 }),
  needs_attention: Type.Integer({ minimum: 0 }),
  oldest_unsent_at: Nullable(SentTime()),
  /** The replica is complete up to here. */
  replica_at: Nullable(SentTime()),
  /** Corrected time minus device time. */
  clock_offset_ms: ClockOffset(),
  /** The scanner and its state. */
  scanner: Nullable(Type.String({ maxLength: 100 })),
  /** Codes of the station's current warnings. */
  warnings: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
  /** Addresses where the event's other stations reach this one; omitted while it does not listen. */
  peer_addresses: Type.Optional(Type.Array(PeerAddress(), { maxItems: 8 })),
  /** Client ids of the stations that it hears, with the time of their last message. */
  peers: Type.Optional(
    Type.Array(
      Type.Object({
        client_id: Type.String({ minLength: 1, maxLength: 100 }),
        heard_at: SentTime(),
      }),
      { maxItems: MAX_PEERS },
    ),
  ),
  /** The public Ed25519 key, as the `x` of a JWK, with which the station signs its journal. */
  station_key: Type.Optional(KeyBytes()),
});
export type Heartbeat = Static<typeof Heartbeat>;

const HeartbeatReply = Type.Object({
  server_time: Timestamp(),
  /** Left out by an earlier version. */
  open_conflicts: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "How many conflicts of the heartbeat's event are open, at all doors; null without an event that the client may see (additive).",
      }),
    ),
  ),
});

/** A client with `scanner:sync` and its last heartbeat. */
export const ReportedStation = Type.Object({
  client_id: Text(),
  name: Text(),
  last_heartbeat_at: Nullable(Timestamp()),
  heartbeat: Nullable(Heartbeat),
});
export type ReportedStation = Static<typeof ReportedStation>;

export const stationRoutes = {
  sendHeartbeat: {
    ...write,
    summary: "Report a station's state",
    description:
      'Sent every 30 seconds; the answer holds the time that stations set their clocks by, and how many conflicts of the event are open. An event that the client may not see is left out of what is kept.',
    path: '/scanner/heartbeat',
    scopes: ['scanner:sync'],
    request: Heartbeat,
    responses: { 200: DataOf(HeartbeatReply) },
  },
  listStations: {
    ...read,
    summary: 'List stations',
    description:
      "The organiser's stations and the last state that each reported. A client limited to some events sees itself and the stations of these.",
    path: '/scanner/stations',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(Type.Array(ReportedStation)) },
  },
} as const satisfies Routes;
