import { Type } from 'typebox';
import type { ReadOnly } from '../schema.ts';
import { locales } from '../languages.ts';
import { LabelChoice } from './labels.ts';
import { ScannerChoice } from './scanners.ts';
import { directions, SyncMode } from './state.ts';

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);

/** The revocation of this station, and how far giving up its data has got. */
export const Revoked = Type.Object({
  client_id: Type.String(),
  /** A REST timestamp. */
  revoked_at: Type.String(),
  /** Scans that had not reached the server. */
  unsent: Type.Integer({ minimum: 0 }),
  /** The path of the sealed journal; null if there was nothing to seal, or sealing failed. */
  sealed_as: TextOrNull(),
  /** The id of the request behind the last row in that file; later rows are in no file. Absent in files of earlier versions. */
  sealed_until: Type.Optional(Type.String()),
  is_done: Type.Boolean(),
});
export type Revoked = ReadOnly<typeof Revoked>;

/** The station's settings in `settings.json`. Secrets are kept elsewhere. */
export const StationSettings = Type.Object({
  /** Domain root that hosts `/oauth/token`; the API root is `/v1` below it. */
  server_url: TextOrNull(),
  client_id: TextOrNull(),
  /** The SHA-256 of the server's certificate, in base64url, if the station was enrolled with it. */
  server_certificate: Type.Optional(TextOrNull()),
  /** Names the life of the server's database; absent until a server has said so. */
  epoch: Type.Optional(Type.String()),
  organiser: Type.Union([
    Type.Object({ reference: Type.String(), display_name: Type.String() }),
    Type.Null(),
  ]),
  event: TextOrNull(),
  /** Null is the box office; absent: nobody chose yet. */
  entry_point: Type.Optional(TextOrNull()),
  /** Set when somebody connected this station, until somebody has chosen the entry point. */
  entry_point_open: Type.Optional(Type.Boolean()),
  /** Absent: what the entry point is for. */
  direction: Type.Optional(Type.Enum([...directions])),
  locale: Type.Enum([...locales]),
  /** Absent until a person has chosen the language; until then it follows the screen's system. */
  locale_chosen: Type.Optional(Type.Boolean()),
  mode: SyncMode,
  /** Whether this station exchanges admissions with others nearby; absent until somebody switched it on. */
  peers: Type.Optional(Type.Boolean()),
  /** Absent until somebody has chosen: none. */
  label: Type.Optional(LabelChoice),
  /** Absent until somebody has chosen. */
  scanners: Type.Optional(ScannerChoice),
  /** Present while kiosk mode is on; the PIN ends it. */
  kiosk: Type.Optional(Type.Union([Type.Object({ pin_hash: Type.String() }), Type.Null()])),
  /** Absent until somebody has chosen: `hold`. */
  change_lock: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Enum(['at_once', 'hold']) }),
      Type.Object({ kind: Type.Literal('pin'), pin_hash: Type.String() }),
    ]),
  ),
  /** Wrong PINs since the last right one; absent: none. */
  wrong_pins: Type.Optional(Type.Integer({ minimum: 0 })),
  /** On a bare `/v1`, session windows open this long before the start. */
  opens_before_minutes: Type.Integer({ minimum: 0 }),
  /** Set until the station is connected again. */
  revoked: Type.Optional(Type.Union([Revoked, Type.Null()])),
});
export type StationSettings = ReadOnly<typeof StationSettings>;
