import type { ReactElement } from 'react';
import type { ImportReport } from '../../../../shared/console/operation-results.ts';
import { Choice } from '../../../components/choice.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

const namings = ['keep', 'first', 'last'] as const;
const checkIns = ['ignore', 'admit', 'refuse'] as const;
const standings = ['valid', 'pending', 'cancelled', 'refunded'] as const;

/** How a file is imported, beside what its columns are. */
export interface ImportChoice {
  readonly update: boolean;
  readonly names: (typeof namings)[number];
  readonly checked_in: (typeof checkIns)[number];
  /** What statuses mean that nobody knew. */
  readonly statuses: Readonly<Record<string, string>>;
}

export const usualChoice: ImportChoice = {
  update: false,
  names: 'keep',
  checked_in: 'ignore',
  statuses: {},
};

/** Only what this file leaves open is asked, and what was chosen already. */
export function ImportChoices({
  choice,
  report,
  onChoice,
}: {
  readonly choice: ImportChoice;
  readonly report: ImportReport;
  readonly onChoice: (choice: ImportChoice) => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  const asked = new Set([...Object.keys(choice.statuses), ...report.unknown_statuses]);
  return (
    <>
      {[...asked].map((status) => (
        <StatusChoice key={status} status={status} choice={choice} onChoice={onChoice} />
      ))}
      {(report.differs > 0 || choice.update) && (
        <Toggle
          label={words.update}
          isOn={choice.update}
          onChange={(update) => onChoice({ ...choice, update })}
        />
      )}
      {(report.other_names > 0 || choice.names !== 'keep') && (
        <Choice
          label={words.names}
          options={namings.map((id) => ({ id, name: words.namings[id] }))}
          selected={choice.names}
          onSelect={(names) => onChoice({ ...choice, names })}
        />
      )}
      {(report.checked_in > 0 || choice.checked_in !== 'ignore') && (
        <Choice
          label={words.checkedIn}
          options={checkIns.map((id) => ({ id, name: words.checkIns[id] }))}
          selected={choice.checked_in}
          onSelect={(checked_in) => onChoice({ ...choice, checked_in })}
        />
      )}
    </>
  );
}

function StatusChoice({
  status,
  choice,
  onChoice,
}: {
  readonly status: string;
  readonly choice: ImportChoice;
  readonly onChoice: (choice: ImportChoice) => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  return (
    <label className={styles['event']}>
      {words.statusMeans(status)}
      <select
        className={styles['select']}
        value={choice.statuses[status] ?? ''}
        onChange={({ target }) => {
          const { [status]: _before, ...others } = choice.statuses;
          const statuses = target.value === '' ? others : { ...others, [status]: target.value };
          onChoice({ ...choice, statuses });
        }}
      >
        <option value="">{words.statusChoose}</option>
        {standings.map((standing) => (
          <option key={standing} value={standing}>
            {words.standings[standing]}
          </option>
        ))}
      </select>
    </label>
  );
}
