import { assertNever } from '../../../shared/assert-never.ts';
import type { StationWarning } from '../../../shared/station/api.ts';
import type { Locale } from '../../../shared/verdict/locale.ts';
import { catalogue } from './catalogue.ts';
import { formatNumber } from './format.ts';

/** A warning of the station in the language of the screen. */
export function warningText(warning: StationWarning, locale: Locale): string {
  const words = catalogue[locale].warnings;
  const count = (value: number) => formatNumber(value, locale);
  switch (warning.code) {
    case 'journal_replaced':
      return words.journalReplaced(count(warning.carried_over), warning.kept_as);
    case 'journal_failed':
      return warning.doing === 'write'
        ? words.journalUnwritable(warning.problem)
        : words.journalUnreadable(warning.problem);
    case 'disk_full':
      return words.diskFull;
    case 'replica_rebuilt':
      return warning.carried_over === 0
        ? words.replicaRebuilt
        : `${words.replicaRebuilt} ${words.replicaCarriedOver(count(warning.carried_over))}`;
    case 'replica_unreadable':
      return words.replicaUnreadable;
    case 'foreign_pages':
      return words.foreignPages(warning.own, warning.other);
    case 'clock_off':
      return words.clockOff(count(warning.seconds));
    case 'clock_jumped':
      return words.clockJumped;
    case 'secret_unprotected':
      return words.secretUnprotected;
    default:
      return assertNever(warning);
  }
}
