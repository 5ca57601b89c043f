import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import {
  problemText,
  type ImportProblemGroup,
} from '../../../../shared/console/import-problems.ts';
import type { ImportReport } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Status } from '../../components/status.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useAct } from '../../data/use-act.ts';
import { useImportWords } from './import-words.tsx';
import styles from './import.module.css';

interface Props {
  readonly report: ImportReport;
  readonly event: string;
  /** Something was done here about them. */
  readonly onCorrected: () => void;
  /** What can be answered about them. */
  readonly children: ReactNode;
}

/** What keeps a file from being imported, each problem with its lines; of very many the first. */
export function ImportProblems({ report, event, onCorrected, children }: Props): ReactElement {
  const { importing: words, importProblems: texts } = useImportWords();
  const { number } = useFormats();
  const { problems, problem_count: count } = report;
  const shown = problems.reduce((sum, group) => sum + group.count, 0);
  return (
    <>
      <p role="status" className={styles['verdict']}>
        <Status tone="no" text={words.problems(count, number(count))} />
        <span className={styles['muted']}>{words.problemsNext}</span>
      </p>
      <MissingTypes problems={problems} event={event} onCreated={onCorrected} />
      {children}
      <div className={styles['frame']}>
        <table className={`${styles['table']} ${styles['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">{words.problem}</th>
              <th scope="col">{words.lines}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((group) => (
              <tr key={`${group.kind} ${JSON.stringify(group.values)}`}>
                <td dir="auto">{problemText(texts, group)}</td>
                <td className={styles['lines']}>
                  <Lines group={group} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > shown && (
        <p className={styles['muted']}>{words.moreProblems(number(count - shown))}</p>
      )}
    </>
  );
}

function Lines({ group: { lines, count } }: { readonly group: ImportProblemGroup }): ReactElement {
  const { importing: words } = useImportWords();
  const { number } = useFormats();
  const listed = lines.map(number).join(', ');
  return (
    <>
      <span className={styles['linesLabel']}>{words.lines} </span>
      {count > lines.length ? words.linesMore(listed, number(count - lines.length)) : listed}
    </>
  );
}

/** The file names ticket types that the event does not have: the most frequent problem of a new event, with what mends it. */
function MissingTypes({
  problems,
  event,
  onCreated,
}: {
  readonly problems: readonly ImportProblemGroup[];
  readonly event: string;
  readonly onCreated: () => void;
}): ReactElement | null {
  const { importing: words } = useImportWords();
  const act = useAct();
  const [isBusy, setIsBusy] = useState(false);
  const names = problems.flatMap((group) =>
    group.kind === 'type_unknown' ? [group.values.name] : [],
  );
  if (names.length === 0) return null;
  const create = async () => {
    setIsBusy(true);
    for (const name of names)
      if ((await act('ticket-type.create', { event, name, price: 0 })) === null) break;
    setIsBusy(false);
    onCreated();
  };
  return (
    <div className={styles['asked']}>
      <p>{words.typesMissing(names.length)}</p>
      <ul className={styles['names']}>
        {names.map((name) => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
      </ul>
      <div className={styles['steps']}>
        <Button look="main" isDisabled={isBusy} onPress={() => void create()}>
          {words.typesCreate(names.length)}
        </Button>
        <Link to="/events/$event/ticket-types" params={{ event }} className={styles['link']}>
          {words.typesShow}
        </Link>
      </div>
    </div>
  );
}
