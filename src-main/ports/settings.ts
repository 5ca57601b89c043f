import type { Locale } from '../../shared/verdict/locale.ts';
import type { SyncMode } from '../../shared/station/state.ts';
import type { ScannerChoice } from '../../shared/station/scanners.ts';

/** That this station was revoked, and how far it got with giving up what it held. */
export interface Revoked {
  readonly client_id: string;
  /** A REST timestamp. */
  readonly revoked_at: string;
  /** Scans that the server had not had. */
  readonly unsent: number;
  /** The path of the file that the journal was sealed to; null where there was nothing to seal, or it could not be. */
  readonly sealed_as: string | null;
  /** The id of the request behind the last row in that file; what was written later is in no file. Absent before this was kept. */
  readonly sealed_until?: string;
  readonly is_done: boolean;
}

/** What a station remembers of its set-up. Secrets are kept elsewhere. */
export interface StationSettings {
  /** Domain root that hosts `/oauth/token`; the API root is `/v1` below it. */
  readonly server_url: string | null;
  readonly client_id: string | null;
  /** The SHA-256 of the server's certificate, in base64url, where the station was enrolled with it. */
  readonly server_certificate?: string | null;
  readonly organiser: { readonly reference: string; readonly display_name: string } | null;
  readonly event: string | null;
  /** Null is the box office; undefined means nobody chose yet. */
  readonly entry_point?: string | null;
  readonly locale: Locale;
  /** Absent until a person chose the language; until then it follows the system of the screen. */
  readonly locale_chosen?: boolean;
  readonly mode: SyncMode;
  /** Whether this station talks to the others nearby; absent until somebody switched it on. */
  readonly peers?: boolean;
  /** Absent until somebody chose something. */
  readonly scanners?: ScannerChoice;
  /** Kiosk mode is on, until somebody has this PIN. */
  readonly kiosk?: { readonly pin_hash: string } | null;
  /** Session windows on a bare `/v1` open this long before the start. */
  readonly opens_before_minutes: number;
  /** Until the station is connected anew. */
  readonly revoked?: Revoked | null;
}

export interface SettingsRead {
  readonly settings: StationSettings;
  /** `copy`: the file itself was missing or damaged. With `damaged` and `absent` the settings are fresh ones. */
  readonly from: 'file' | 'copy' | 'damaged' | 'absent';
}

export interface Settings {
  read(): SettingsRead;
  /** Replaces the settings atomically: after a crash either the old or the new ones are read. */
  write(settings: StationSettings): void;
}
