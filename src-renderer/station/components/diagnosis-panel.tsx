import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { adviceOn, diagnose, type Diagnosis } from '../state/diagnosis.ts';
import { openConnect, runAction } from '../state/door-actions.ts';
import { shortcutLabels } from '../state/shortcuts.ts';
import { formatAge } from '../i18n/format.ts';
import { Button } from '../../components/button.tsx';
import styles from './diagnosis-panel.module.css';
import { useDoor, useDoorState, useNow, usePlace, useWords } from './door-context.tsx';
import { Keys } from '../../components/keys.tsx';

interface Props {
  /** False if the form to change it is next to this. */
  readonly withChangeServer?: boolean;
}

/**
 * Says what is wrong between the station and its server, what to do and who can do it, and offers the next actions. Renders
 * nothing while all is well.
 */
export function DiagnosisPanel({ withChangeServer = true }: Props): ReactElement | null {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  const diagnosis = station === null ? null : diagnose(station);
  if (station === null || diagnosis === null) return null;
  const { what, next } = adviceOn(diagnosis, station, words);
  const isDoorOpen = station.phase.kind === 'ready' || station.phase.kind === 'importing';
  return (
    <section className={styles['panel']} data-diagnosis={diagnosis.kind}>
      <TriangleAlert size={24} className={styles['icon']} aria-hidden="true" />
      <div className={styles['text']}>
        <div aria-live="polite">
          <p className={styles['what']}>{what}</p>
          <p>{next}</p>
        </div>
        {isDoorOpen && <p className={styles['note']}>{words.diagnosis.scanningGoesOn}</p>}
        <Retry diagnosis={diagnosis} />
        <WaysOn diagnosis={diagnosis} withChangeServer={withChangeServer} />
      </div>
    </section>
  );
}

interface DiagnosisProps {
  readonly diagnosis: Diagnosis;
}

/** Whether there is anything to press. */
function Retry({ diagnosis: { retry, nextAttemptAt } }: DiagnosisProps): ReactElement | null {
  const { diagnosis: words } = useWords();
  const { locale } = usePlace();
  const now = useNow();
  if (retry === 'not_tried') return null;
  if (retry === 'noticed') return <p className={styles['note']}>{words.noticed}</p>;
  const waitMs = nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - now;
  const text = waitMs < 1000 ? words.retrying : words.retryIn(formatAge(waitMs, locale));
  return <p className={styles['note']}>{text}</p>;
}

function WaysOn({ diagnosis: { kind, retry }, withChangeServer }: DiagnosisProps & Props) {
  const door = useDoor();
  const { actions } = useWords();
  return (
    <div className={styles['ways']}>
      {kind === 'chosen' && (
        <Button look="main" onPress={() => runAction(door, 'offlineSwitch')}>
          {actions.goOnline} <Keys keys={shortcutLabels.offlineSwitch} />
        </Button>
      )}
      {retry !== 'not_tried' && (
        <Button onPress={() => runAction(door, 'syncNow')}>
          {actions.tryAgain} <Keys keys={shortcutLabels.syncNow} />
        </Button>
      )}
      {withChangeServer && kind !== 'chosen' && (
        <Button onPress={() => openConnect(door)}>{actions.changeServer}</Button>
      )}
    </div>
  );
}
