import layout from '../layout.module.css';
import { Table2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useScrollable } from '../use-scrollable.ts';
import chips from '../chip.module.css';
import styles from './chart-card.module.css';

interface Props {
  readonly title: string;
  readonly chart: ReactElement;
  readonly table: TableProps;
  /** Shown instead of chart and table. */
  readonly empty: ReactNode;
  readonly note?: string | null;
  readonly wide?: boolean;
  /** The button that shows the table. */
  readonly asTable: string;
}

/** A chart, with a table of all its data behind it. */
export function ChartCard({
  title,
  chart,
  table,
  empty,
  note = null,
  wide,
  asTable,
}: Props): ReactElement {
  const [isTable, setTable] = useState(false);
  const heading = useId();
  const isEmpty = table.rows.length === 0;
  return (
    <section
      className={`${layout['card']} ${styles['card']}`}
      data-wide={wide}
      aria-labelledby={heading}
    >
      <div className={styles['head']}>
        <h3 id={heading} className={styles['title']}>
          {title}
        </h3>
        {!isEmpty && (
          <button
            type="button"
            className={chips['chip']}
            aria-pressed={isTable}
            aria-describedby={heading}
            onClick={() => setTable(!isTable)}
          >
            <Table2 size={18} aria-hidden="true" /> {asTable}
          </button>
        )}
      </div>
      {isEmpty && <div className={styles['empty']}>{empty}</div>}
      {!isEmpty && isTable && <Table {...table} label={title} />}
      {!isEmpty && !isTable && chart}
      {!isEmpty && note !== null && <p className={layout['quiet']}>{note}</p>}
    </section>
  );
}

export interface TableProps {
  readonly columns: readonly string[];
  /** The first cell of each row is its header; the others are numbers. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

function Table({ columns, rows, label }: TableProps & { readonly label: string }): ReactElement {
  return (
    <div {...useScrollable<HTMLDivElement>()} className={`${layout['scroll']} ${styles['rows']}`}>
      <table className={`${layout['table']} ${styles['table']}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={columns[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
