import type { ReactElement } from 'react';
import type { ImportDelimiter } from '../../../../shared/console/import-problems.ts';
import type { ImportColumns } from '../../../../shared/console/operation-results.ts';
import { Section } from '../../../components/section.tsx';
import { takenFor, withChoice, type ColumnChoices } from './column-choices.ts';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

interface Props {
  readonly file: ImportColumns;
  readonly choices: ColumnChoices;
  /** Columns of which somebody has to say what they are, with why. */
  readonly asked: ReadonlyMap<string, string>;
  readonly onChoices: (choices: ColumnChoices) => void;
  readonly onDelimiter: (delimiter: ImportDelimiter) => void;
}

const delimiters = [',', ';', '\t'] as const;

/** What stands for a column that nobody wants. */
const IGNORED = '-';

/** The columns of a file with their first cells, and what each is taken for. */
export function ColumnMapping({
  file,
  choices,
  asked,
  onChoices,
  onDelimiter,
}: Props): ReactElement {
  const { importing: words } = useImportWords();
  const taken = takenFor(file, choices);
  const isAsked = (column: string, place: number) =>
    asked.has(column) && choices[place] === undefined && (taken[place] ?? null) === null;
  return (
    <Section
      title={words.columns}
      actions={
        <label className={styles['inline']}>
          {words.delimiter}
          <select
            className={styles['select']}
            value={file.delimiter ?? ','}
            onChange={({ target }) => {
              const chosen = delimiters.find((one) => one === target.value);
              if (chosen !== undefined) onDelimiter(chosen);
            }}
          >
            {delimiters.map((one) => (
              <option key={one} value={one}>
                {words.delimiters[one]}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {file.encoding === 'Windows-1252' && <p className={styles['muted']}>{words.windows}</p>}
      <div className={styles['frame']}>
        <table className={`${styles['table']} ${styles['mapping']} ${styles['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.sample}</th>
              <th scope="col">{words.takenFor}</th>
            </tr>
          </thead>
          <tbody>
            {file.columns.map(({ column }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name; their places are what they are
              <tr key={place} data-asked={isAsked(column, place) || undefined}>
                <td className={styles['column']} dir="auto">
                  {column}
                  {isAsked(column, place) && (
                    <span className={styles['why']}>{asked.get(column)}</span>
                  )}
                </td>
                <td className={styles['values']} dir="auto">
                  {file.sample
                    .map((cells) => cells[place]?.trim() ?? '')
                    .filter((cell) => cell !== '')
                    .slice(0, MOST_SHOWN)
                    .join(' · ')}
                </td>
                <td className={styles['choose']}>
                  <TargetChoice
                    label={words.takenForOf(column)}
                    targets={file.targets}
                    value={choices[place] === null ? IGNORED : (taken[place] ?? '')}
                    onChoose={(field) => onChoices(withChoice(file, choices, place, field))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const MOST_SHOWN = 3;

function TargetChoice({
  label,
  targets,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly targets: ImportColumns['targets'];
  readonly value: string;
  readonly onChoose: (field: string | null) => void;
}): ReactElement {
  const { importing: words } = useImportWords();
  return (
    <select
      className={styles['select']}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value === IGNORED ? null : target.value)}
    >
      {value === '' && <option value="">{words.notRecognised}</option>}
      <option value={IGNORED}>{words.ignored}</option>
      {targets.map(({ field }) => (
        <option key={field} value={field}>
          {nameOf(field, words)}
        </option>
      ))}
    </select>
  );
}

function nameOf(
  field: string,
  words: {
    readonly fields: Readonly<Record<string, string>>;
    readonly addOn: (name: string) => string;
    readonly answer: (name: string) => string;
  },
): string {
  const [kind = '', name = ''] = field.split(/:(.*)/s);
  if (kind === 'add_on') return words.addOn(name);
  return kind === 'answer' ? words.answer(name) : (words.fields[field] ?? field);
}
