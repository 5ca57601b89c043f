import type { ReactElement } from 'react';
import { Choice } from '../../../components/choice.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import { useWords } from '../../data/console-context.tsx';
import { Section } from '../../components/record-page.tsx';
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

export function ImportChoices({
  choice,
  unknown,
  onChoice,
}: {
  readonly choice: ImportChoice;
  /** Statuses of the file that nobody knows. */
  readonly unknown: readonly string[];
  readonly onChoice: (choice: ImportChoice) => void;
}): ReactElement {
  const { importing: words } = useWords();
  const asked = [...new Set([...Object.keys(choice.statuses), ...unknown])];
  return (
    <Section title={words.how}>
      <Toggle
        label={words.update}
        isOn={choice.update}
        onChange={(update) => onChoice({ ...choice, update })}
      />
      <Choice
        label={words.names}
        options={namings.map((id) => ({ id, name: words.namings[id] }))}
        selected={choice.names}
        onSelect={(names) => onChoice({ ...choice, names })}
      />
      <Choice
        label={words.checkedIn}
        options={checkIns.map((id) => ({ id, name: words.checkIns[id] }))}
        selected={choice.checked_in}
        onSelect={(checked_in) => onChoice({ ...choice, checked_in })}
      />
      {asked.map((status) => (
        <label key={status} className={styles['event']}>
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
            <option value="" />
            {standings.map((standing) => (
              <option key={standing} value={standing}>
                {words.standings[standing]}
              </option>
            ))}
          </select>
        </label>
      ))}
    </Section>
  );
}
