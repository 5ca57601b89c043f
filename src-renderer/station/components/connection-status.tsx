import type { ReactElement } from 'react';
import { assertNever } from '../../../shared/assert-never.ts';
import type { SyncState } from '../../../shared/station/state.ts';
import { useDoorState, usePlace, useWords } from './door-context.tsx';
import { accessProblem } from '../state/diagnosis.ts';
import { formatNumber, formatTime } from '../i18n/format.ts';
import type { Place } from '../i18n/format.ts';
import type { Words } from '../i18n/en.ts';
import styles from './connection-status.module.css';

/** The connection as a dot and a few words. The dot's shape differs too: full, half, ring. */
export function ConnectionStatus(): ReactElement {
  const words = useWords();
  const place = usePlace();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const connection = useDoorState(({ station }) => station?.sync.connection ?? null);
  const access = useDoorState(({ station }) => station?.access ?? null);
  if (isAway || connection === null) {
    return <State look="offline" text={words.status.stationAway} note={null} />;
  }
  const withheld = access === null ? null : accessProblem(access);
  if (connection.kind !== 'offline' && withheld !== null) {
    const { noAccess, access: notes } = words.status;
    return <State look="blocked" text={noAccess} note={notes[withheld]} />;
  }
  return <State look={connection.kind} {...textOf(connection, words, place)} />;
}

interface Text {
  readonly text: string;
  readonly note: string | null;
}

function State({ look, text, note }: Text & { readonly look: string }): ReactElement {
  return (
    <span className={styles['connection']} data-connection={look}>
      <span className={styles['dot']} />
      <span className={styles['text']}>{text}</span>
      {note !== null && <span className={styles['note']}>{note}</span>}
    </span>
  );
}

function textOf(connection: SyncState['connection'], words: Words, place: Place): Text {
  switch (connection.kind) {
    case 'live':
      return { text: words.status.live, note: null };
    case 'connecting':
      return { text: words.status.connecting, note: null };
    case 'syncing': {
      const { applied, total } = connection;
      const of = total === null ? null : formatNumber(total, place.locale);
      const note = words.idle.loaded(formatNumber(applied, place.locale), of);
      return { text: words.status.syncing, note };
    }
    case 'offline':
      return {
        text: words.status.offlineSince(formatTime(connection.since, place)),
        note: words.status.offline[connection.reason],
      };
    default:
      return assertNever(connection);
  }
}
