import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import {
  problemText,
  type ImportProblemGroup,
} from '../../../../shared/console/import-problems.ts';
import type { ImportReport } from '../../../../shared/console/operation-results.ts';
import { nameKey } from '../../../../shared/name-key.ts';
import { Button } from '../../../components/button.tsx';
import { Status } from '../../components/status.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useAct } from '../../data/use-act.ts';
import { useEvents } from '../../data/use-events.ts';
import { useImportWords } from './import-words.ts';
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
  const listed = problems.reduce((sum, group) => sum + group.lines.length, 0);
  return (
    <>
      <p role="status" className={styles['verdict']}>
        <Status tone="no" text={words.problems(count, number(count))} />
        <span className={styles['muted']}>{words.problemsNext}</span>
      </p>
      <MissingTypes problems={problems} event={event} onCreated={onCorrected} />
      <MissingSessions problems={problems} event={event} />
      <OtherCurrency problems={problems} event={event} onChanged={onCorrected} />
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
      {count > listed && (
        <p className={styles['muted']}>
          {count > shown && `${words.moreProblems(number(count - shown))} `}
          {words.everyLine}
        </p>
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
      <span className={styles['linesLabel']}>{count === 1 ? words.line : words.lines} </span>
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
  const missing = problems.flatMap((group) =>
    group.kind === 'type_unknown' ? [group.values.name] : [],
  );
  const isFirst = (name: string, at: number) =>
    missing.findIndex((other) => nameKey(other) === nameKey(name)) === at;
  const names = missing.filter(isFirst);
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

function MissingSessions({
  problems,
  event,
}: {
  readonly problems: readonly ImportProblemGroup[];
  readonly event: string;
}): ReactElement | null {
  const { importing: words } = useImportWords();
  if (problems.every(({ kind }) => kind !== 'no_sessions_yet')) return null;
  return (
    <div className={styles['steps']}>
      <Link to="/events/$event/sessions" params={{ event }} className={styles['link']}>
        {words.sessionsShow}
      </Link>
    </div>
  );
}

/** The file's amounts are in one other currency, and nothing is sold in the event's yet. */
function OtherCurrency({
  problems,
  event,
  onChanged,
}: {
  readonly problems: readonly ImportProblemGroup[];
  readonly event: string;
  readonly onChanged: () => void;
}): ReactElement | null {
  const { importing: words } = useImportWords();
  const act = useAct();
  const { find } = useEvents();
  const [isBusy, setIsBusy] = useState(false);
  const named = problems.flatMap((group) =>
    group.kind === 'currency' ? [group.values.text.toUpperCase()] : [],
  );
  const [currency, ...others] = new Set(named);
  const isUnsold = find(event)?.ticket_types.every(({ sold }) => (sold ?? 0) === 0) ?? false;
  if (currency === undefined || others.length > 0 || !isUnsold) return null;
  const change = async () => {
    setIsBusy(true);
    await act('event.update', { event, currency });
    setIsBusy(false);
    onChanged();
  };
  return (
    <div className={styles['asked']}>
      <p>{words.currencyOther(currency)}</p>
      <div className={styles['steps']}>
        <Button look="main" isDisabled={isBusy} onPress={() => void change()}>
          {words.currencyChange(currency)}
        </Button>
      </div>
    </div>
  );
}
