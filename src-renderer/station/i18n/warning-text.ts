import { assertNever } from '../../../shared/assert-never.ts';
import type { StationWarning } from '../../../shared/station/warnings.ts';
import { catalogue } from './languages.ts';
import { formatDayTime, formatNumber, formatOffset, type Place } from './format.ts';

/** A station's warning in the screen's language; times are in the event's zone. */
export function warningText(warning: StationWarning, place: Place): string {
  const { locale } = place;
  const words = catalogue[locale].warnings;
  const count = (value: number) => formatNumber(value, locale);
  switch (warning.code) {
    case 'journal_replaced':
      return words.journalReplaced(count(warning.carried_over), warning.kept_as);
    case 'journal_end_lost': {
      const scans = count(warning.scans);
      const lost =
        warning.since === null
          ? words.journalEndLost(scans)
          : words.journalEndLostSince(scans, formatDayTime(warning.since, place));
      return warning.kept_as === null ? lost : `${lost} ${words.journalEndKept(warning.kept_as)}`;
    }
    case 'journal_changed':
      return words.journalChanged(count(warning.scans));
    case 'settings_restored':
      return words.settingsRestored;
    case 'settings_lost':
      return words.settingsLost;
    case 'journal_failed':
      return warning.doing === 'write'
        ? words.journalUnwritable(warning.problem)
        : words.journalUnreadable(warning.problem);
    case 'entry_point_archived':
      return words.entryPointArchived(warning.name);
    case 'over_redeemed':
      return words.overRedeemed(count(warning.times));
    case 'disk_full':
      return words.diskFull;
    case 'replica_rebuilt':
      return warning.carried_over === 0
        ? words.replicaRebuilt
        : `${words.replicaRebuilt} ${words.replicaCarriedOver(count(warning.carried_over))}`;
    case 'replica_missing':
      return words.replicaMissing;
    case 'replica_unreadable':
      return words.replicaUnreadable;
    case 'replica_unwritable':
      return words.replicaUnwritable;
    case 'foreign_pages':
      return words.foreignPages(warning.own, warning.other);
    case 'rows_unreadable':
      return words.rowsUnreadable(count(warning.rows));
    case 'clock_off':
      return words.clockOff(formatOffset(warning.seconds * 1000, locale));
    case 'clock_jumped':
      return words.clockJumped;
    case 'clock_unconfirmed':
      return words.clockUnconfirmed(formatOffset(warning.seconds * 1000, locale));
    case 'plain_http':
      return words.plainHttp(warning.server);
    case 'secret_unprotected':
      return words.secretUnprotected;
    case 'secret_unreadable':
      return warning.problem === null
        ? words.secretUnanswered
        : words.secretUnreadable(warning.problem);
    case 'secret_missing':
      return words.secretMissing;
    case 'settings_not_kept':
      return words.settingsNotKept(warning.problem);
    case 'secret_not_kept':
      return words.secretNotKept(warning.problem);
    default:
      return assertNever(warning);
  }
}
