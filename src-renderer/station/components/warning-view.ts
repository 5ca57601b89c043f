import type { StationWarning } from '../../../shared/station/warnings.ts';
import type { Words } from '../i18n/en.ts';

/** What the screens make of a station's warning, besides its sentence. */
interface WarningView {
  /**
   * `door`: staff can act on it there: use another station, choose another entry point, call a supervisor, free space. `connection`: with the
   * connection in the settings, for whoever set the station up.
   */
  readonly place: 'door' | 'connection';
  /** Its group among the troubles of other stations; null: a matter of that station's set-up, not trouble tonight. */
  readonly group: FleetWarning | null;
}

/** One for each thing to do about them. */
export type FleetWarning = keyof Words['fleet']['warns'];

export const warningViews: Readonly<Record<StationWarning['code'], WarningView>> = {
  journal_replaced: { place: 'door', group: 'journal' },
  journal_end_lost: { place: 'door', group: 'journal' },
  journal_changed: { place: 'door', group: 'journal' },
  journal_failed: { place: 'door', group: 'journal' },
  settings_restored: { place: 'door', group: 'settings' },
  settings_lost: { place: 'door', group: 'settings' },
  settings_not_kept: { place: 'connection', group: 'settings' },
  entry_point_archived: { place: 'door', group: 'entry_point' },
  over_redeemed: { place: 'connection', group: 'add_ons' },
  disk_full: { place: 'door', group: 'store' },
  replica_rebuilt: { place: 'door', group: 'store' },
  replica_missing: { place: 'door', group: 'store' },
  replica_unreadable: { place: 'door', group: 'store' },
  replica_unwritable: { place: 'door', group: 'store' },
  foreign_pages: { place: 'connection', group: 'server' },
  rows_unreadable: { place: 'connection', group: 'rows' },
  clock_off: { place: 'connection', group: 'clock' },
  clock_jumped: { place: 'connection', group: 'clock' },
  clock_unconfirmed: { place: 'connection', group: 'clock' },
  plain_http: { place: 'connection', group: null },
  secret_unprotected: { place: 'connection', group: null },
  secret_unreadable: { place: 'door', group: 'secret' },
  secret_missing: { place: 'door', group: 'secret' },
  secret_not_kept: { place: 'connection', group: 'secret' },
};
