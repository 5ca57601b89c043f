import layout from '../../../components/layout.module.css';
import { Undo2 } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import {
  useDoor,
  useDoorStateAfterPaint,
  useNames,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { Button } from '../../../components/button.tsx';
import { isUndoable, undo } from '../../state/door-actions.ts';
import type { DoorState } from '../../state/door-state.ts';
import { roleOf } from '../../state/verdict/outcome-signal.ts';
import { wordOfScan } from '../../state/verdict/sign-word.ts';
import { type SeenOutcome, signalOfScan } from '../../state/verdict/verdict-board.ts';
import { formatTime } from '../../i18n/format.ts';
import roles from '../../components/role.module.css';
import styles from './last-scans.module.css';

export function LastScans(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const recent = useDoorStateAfterPaint(recentOf);
  return (
    <section className={styles['scans']} aria-labelledby="last-scans">
      <h2 id="last-scans" className={styles['title']}>
        {words.scans.title}
      </h2>
      <GridList
        aria-labelledby="last-scans"
        className={styles['list'] ?? ''}
        items={recent}
        dependencies={[words]}
        onAction={(key) => door.store.setState({ sheet: { kind: 'scan', reference: String(key) } })}
        renderEmptyState={() => (
          <p className={styles['empty']}>
            <span className={styles['emptyTitle']}>{words.scans.empty}</span>
            {words.scans.emptyNext}
          </p>
        )}
      >
        {(scan) => <ScanLine id={scan.reference} scan={scan} />}
      </GridList>
    </section>
  );
}

const recentOf = ({ recent }: DoorState) => recent;

interface LineProps {
  /** The list identifies its rows by this. */
  readonly id: string;
  readonly scan: SeenOutcome;
}

const ScanLine = memo(function ScanLine({ id, scan }: LineProps): ReactElement {
  const door = useDoor();
  const words = useWords();
  const place = usePlace();
  const signal = signalOfScan(scan);
  const word = wordOfScan(scan, words);
  const time = formatTime(scan.scanned_at, place);
  const admitted = signal === 'admit' && scan.overruled === undefined;
  const { nameOf } = useNames();
  const holder = scan.holder === null ? null : nameOf(scan.holder);
  return (
    <GridListItem
      id={id}
      textValue={`${time} ${word} ${holder ?? ''}`}
      className={styles['line'] ?? ''}
      data-ended={scan.released !== undefined}
    >
      <time className={layout['quiet']}>{time}</time>
      <span className={`${roles['role']} ${styles['shape']}`} data-role={roleOf(signal)}>
        <OutcomeShape signal={signal} />
      </span>
      <span className={styles['who']}>
        {(!admitted || holder === null) && <span className={styles['word']}>{word}</span>}
        {admitted && <span className="for-screen-readers">{word}</span>}
        {holder !== null && (
          <span className={admitted ? styles['name'] : styles['second']} dir="auto">
            {holder}
          </span>
        )}
      </span>
      {isUndoable(scan) && (
        <Button
          look="icon"
          aria-label={`${words.corrections.undo}: ${holder ?? time}`}
          onPress={() => void undo(door, scan)}
        >
          <Undo2 size={20} />
        </Button>
      )}
    </GridListItem>
  );
});
