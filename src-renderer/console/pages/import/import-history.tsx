import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { Section } from '../../../components/section.tsx';
import { Status, type Tone } from '../../components/status.tsx';
import { ZonedTime } from '../../components/zoned-time.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { isMoving } from './import-progress.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useView } from '../../data/use-view.ts';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

const tones: Readonly<Record<ImportDescribed['status'], Tone>> = {
  running: 'waiting',
  done: 'ok',
  stopped: 'no',
  undoing: 'waiting',
  undone: 'plain',
};

const LOOK_EVERY_MS = 2_000;

/** The imports of an event, each of which can be undone while none of its guests was let in. */
export function ImportHistory({
  event,
  shown,
}: {
  readonly event: string;
  /** Which of them is looked at. */
  readonly shown: string | null;
}): ReactElement | null {
  const { importing: words } = useImportWords();
  const formats = useFormats();
  const events = useEvents();
  const kept = useKeptFocus<HTMLDivElement>();
  const [undoing, setUndoing] = useState<ImportDescribed | null>(null);
  const { data = [] } = useView(
    'order.import-list',
    { event },
    { refetchMs: (found) => (found?.some(isMoving) === true ? LOOK_EVERY_MS : null) },
  );
  if (data.length === 0) return null;
  return (
    <Section title={words.history}>
      <div {...kept} className={styles['frame']}>
        <table className={`${styles['table']} ${styles['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">{words.file}</th>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.tickets}</th>
              <th scope="col">{words.state}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.reference}>
                <td dir="auto" className={styles['column']}>
                  <Link
                    to="/import"
                    search={{ event, import: one.reference }}
                    aria-current={one.reference === shown ? 'page' : undefined}
                    className={styles['link']}
                  >
                    {one.file}
                  </Link>
                </td>
                <td>
                  <ZonedTime at={one.created_at} zone={events.find(event)?.timezone} />
                </td>
                <td>
                  {one.report !== null && (
                    <>
                      {formats.number(one.report.new_tickets)}
                      <span className={styles['linesLabel']}> {words.tickets}</span>
                    </>
                  )}
                </td>
                <td>
                  <Status tone={tones[one.status]} text={words.states[one.status]} />
                  {one.status === 'running' && (
                    <span className={styles['why']}>
                      {words.linesDone(formats.number(one.lines_done), formats.number(one.lines))}
                    </span>
                  )}
                </td>
                <td>
                  {(one.status === 'done' || one.status === 'stopped') && (
                    <Button aria-label={words.undoOf(one.file)} onPress={() => setUndoing(one)}>
                      {words.undo}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {undoing !== null && (
        <ConfirmOperation
          name="order.import-undo"
          input={{ import: undoing.reference }}
          title={words.undo}
          what={words.undoWhat(undoing.file)}
          impossible={words.undoRefused}
          onClose={() => setUndoing(null)}
          onDone={() => undefined}
        />
      )}
    </Section>
  );
}
