import { CloudOff } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { isKiosk } from '../../state/door-state.ts';
import { formatAge } from '../../i18n/format.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import styles from '../../components/warning-list.module.css';

const ASKED_EVERY_MS = 15 * 60_000;

/**
 * Asks once a quarter of an hour whether a station that somebody switched offline should stay so: a scanner or an elbow may have pressed the
 * key. It takes no focus, and no scan waits for it.
 */
export function OfflineQuestion(): ReactElement | null {
  const since = useDoorState(({ station }) => {
    const connection = station?.sync.connection;
    return connection?.kind === 'offline' && connection.reason === 'chosen'
      ? connection.since
      : null;
  });
  return since === null ? null : <Question key={since} since={Date.parse(since)} />;
}

function Question({ since }: { readonly since: number }): ReactElement | null {
  const door = useDoor();
  const { offlineChosen: words } = useWords();
  const { locale } = usePlace();
  const now = useNow();
  const isLocked = useDoorState(isKiosk);
  const [meantAt, setMeantAt] = useState(since);
  if (now - meantAt < ASKED_EVERY_MS) return null;
  return (
    <div role="status" className={styles['warning']}>
      <CloudOff size={22} aria-hidden="true" />
      <span className={styles['question']}>{words.ask(formatAge(now - since, locale))}</span>
      {!isLocked && (
        <>
          <Button preventFocusOnPress onPress={() => setMeantAt(now)}>
            {words.stay}
          </Button>
          <Button
            look="main"
            preventFocusOnPress
            onPress={() => void door.ask({ kind: 'set_mode', mode: 'automatic' })}
          >
            {words.goOnline}
          </Button>
        </>
      )}
    </div>
  );
}
