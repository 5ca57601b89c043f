import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ImportDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { Section } from '../../components/record-page.tsx';
import { Status, type Tone } from '../../components/status.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { useView } from '../../data/use-view.ts';
import styles from './import.module.css';

const tones: Readonly<Record<ImportDescribed['status'], Tone>> = {
  running: 'waiting',
  done: 'ok',
  stopped: 'no',
  undoing: 'waiting',
  undone: 'plain',
};

const LOOK_EVERY_MS = 2_000;

/** The imports of an event, each of which can be undone while nothing of it was scanned. */
export function ImportHistory({ event }: { readonly event: string }): ReactElement | null {
  const { importing: words } = useWords();
  const formats = useFormats();
  const [undoing, setUndoing] = useState<ImportDescribed | null>(null);
  const { data = [] } = useView(
    'order.import-list',
    { event },
    { refetchMs: (shown) => (shown?.some(isMoving) === true ? LOOK_EVERY_MS : null) },
  );
  if (data.length === 0) return null;
  return (
    <Section title={words.history}>
      <div className={styles['frame']}>
        <table className={styles['table']}>
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
                <td dir="auto">{one.file}</td>
                <td>{formats.dayTime(one.created_at)}</td>
                <td>{one.report === null ? '' : formats.number(one.report.new_tickets)}</td>
                <td>
                  <Status tone={tones[one.status]} text={words.states[one.status]} />
                </td>
                <td>
                  {(one.status === 'done' || one.status === 'stopped') && (
                    <Button onPress={() => setUndoing(one)}>{words.undo}</Button>
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
          onClose={() => setUndoing(null)}
          onDone={() => undefined}
        />
      )}
    </Section>
  );
}

function isMoving({ status }: ImportDescribed): boolean {
  return status === 'running' || status === 'undoing';
}
