import type { ReactElement } from 'react';
import type {
  ImportColumns,
  ImportDelimiter,
} from '../../../../shared/console/operation-results.ts';
import { useWords } from '../../data/console-context.tsx';
import { Section } from '../../components/record-page.tsx';
import styles from './import.module.css';

/** What each column is taken for, in the order of the file; null for what is not imported. */
export type Mapping = readonly (string | null)[];

interface Props {
  readonly file: ImportColumns;
  readonly mapping: Mapping;
  readonly onMapping: (mapping: Mapping) => void;
  readonly onDelimiter: (delimiter: ImportDelimiter) => void;
}

const delimiters = [',', ';', '\t'] as const;

/** The columns of a file with their first cells, and what each is taken for. */
export function ColumnMapping({ file, mapping, onMapping, onDelimiter }: Props): ReactElement {
  const { importing: words } = useWords();
  const choose = (place: number, field: string | null) =>
    // A field is read from one column.
    onMapping(mapping.map((other, at) => (at === place ? field : other === field ? null : other)));
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
      <div className={styles['frame']}>
        <table className={`${styles['table']} ${styles['mapping']}`}>
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
              <tr key={place}>
                <td className={styles['column']} dir="auto">
                  {column}
                </td>
                <td className={styles['values']} dir="auto">
                  {file.sample
                    .map((cells) => cells[place]?.trim() ?? '')
                    .filter((cell) => cell !== '')
                    .slice(0, MOST_SHOWN)
                    .join(' · ')}
                </td>
                <td className={styles['choose']}>
                  <select
                    className={styles['select']}
                    aria-label={words.takenForOf(column)}
                    value={mapping[place] ?? ''}
                    onChange={({ target }) => choose(place, target.value || null)}
                  >
                    <option value="">{words.ignored}</option>
                    {Object.entries(words.fields).map(([field, name]) => (
                      <option key={field} value={field}>
                        {name}
                      </option>
                    ))}
                  </select>
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
