import type { Locale } from '../../shared/verdict/locale.ts';
import type { SyncMode } from '../../shared/station/api.ts';

/** What a station remembers of its set-up. Secrets are kept elsewhere. */
export interface StationSettings {
  /** Domain root that hosts `/oauth/token`; the API root is `/v1` below it. */
  readonly server_url: string | null;
  readonly client_id: string | null;
  readonly organiser: { readonly reference: string; readonly display_name: string } | null;
  readonly event: string | null;
  /** Null is the box office; undefined means nobody chose yet. */
  readonly entry_point?: string | null;
  readonly locale: Locale;
  readonly mode: SyncMode;
  /** Session windows on a bare `/v1` open this long before the start. */
  readonly opens_before_minutes: number;
}

export interface Settings {
  read(): StationSettings;
  /** Replaces the settings atomically: after a crash either the old or the new ones are read. */
  write(settings: StationSettings): void;
}
