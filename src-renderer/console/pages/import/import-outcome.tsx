import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ImportProblem, ImportReport } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { FactCard, Section } from '../../components/record-page.tsx';
import { Status } from '../../components/status.tsx';
import styles from './import.module.css';

/** Every line that cannot be imported, with why. */
export function ImportProblems({
  problems,
}: {
  readonly problems: readonly ImportProblem[];
}): ReactElement {
  const { importing: words } = useWords();
  const formats = useFormats();
  const title = words.problems(problems.length, formats.number(problems.length));
  return (
    <Section
      title={title}
      actions={
        <span role="status" className={styles['muted']}>
          {words.problemsNext}
        </span>
      }
    >
      <div className={styles['frame']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.problem}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, message }) => (
              <tr key={`${line} ${message}`}>
                <td className={styles['line']}>{formats.number(line)}</td>
                <td dir="auto">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** What an import would place, or has placed. */
export function ImportCounts({ report }: { readonly report: ImportReport }): ReactElement {
  const { importing: words } = useWords();
  const formats = useFormats();
  const { is_kept, orders, tickets, skipped, without_external_id } = report;
  return (
    <Section
      title={is_kept ? words.done : words.ready}
      actions={<Status tone="ok" text={is_kept ? words.done : words.checked} />}
    >
      <FactCard
        facts={[
          { label: words.orders, value: formats.number(orders) },
          { label: words.tickets, value: formats.number(tickets) },
          { label: words.skipped, value: formats.number(skipped) },
        ]}
      />
      {skipped > 0 && <p className={styles['muted']}>{words.skippedNext}</p>}
      {without_external_id > 0 && (
        <p className={styles['muted']}>
          {words.again(without_external_id, formats.number(without_external_id))}
        </p>
      )}
    </Section>
  );
}

export function Busy({ text }: { readonly text: string }): ReactElement {
  return (
    <p role="status" className={styles['busy']}>
      <LoaderCircle size={16} aria-hidden="true" />
      {text}
    </p>
  );
}
