import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ImportCounts, ImportProblem } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { FactCard, Section } from '../../components/record-page.tsx';
import { Status } from '../../components/status.tsx';
import styles from './import.module.css';

/** Every line that cannot be imported, with why; of very many the first. */
export function ImportProblems({
  problems,
  count,
}: {
  readonly problems: readonly ImportProblem[];
  readonly count: number;
}): ReactElement {
  const { importing: words } = useWords();
  const formats = useFormats();
  return (
    <Section
      title={words.problems(count, formats.number(count))}
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
      {count > problems.length && (
        <p className={styles['muted']}>
          {words.moreProblems(formats.number(count - problems.length))}
        </p>
      )}
    </Section>
  );
}

/** What an import would bring, or has brought. */
export function ImportCounted({
  counts,
  isKept,
}: {
  readonly counts: ImportCounts;
  readonly isKept: boolean;
}): ReactElement {
  const { importing: words } = useWords();
  const { number } = useFormats();
  const listed = (
    counted: Readonly<Record<string, number>>,
    names: Readonly<Record<string, string>>,
  ) =>
    Object.entries(counted)
      .map(([name, count]) => `${names[name] ?? name} ${number(count)}`)
      .join(', ');
  const detailed = (count: number, detail: string) =>
    detail === '' ? number(count) : `${number(count)} (${detail})`;
  const facts = [
    { label: words.tickets, value: number(counts.new_tickets), isShown: true },
    { label: words.orders, value: number(counts.new_orders), isShown: true },
    {
      label: words.pending,
      value: number(counts.pending_orders),
      isShown: counts.pending_orders > 0,
    },
    {
      label: words.changed,
      value: detailed(counts.changed, listed(counts.parts, words.parts)),
      isShown: counts.changed > 0,
    },
    {
      label: words.differs,
      value: detailed(counts.differs, listed(counts.parts, words.parts)),
      isShown: counts.differs > 0,
    },
    { label: words.cancelled, value: number(counts.cancelled), isShown: counts.cancelled > 0 },
    { label: words.unchanged, value: number(counts.unchanged), isShown: counts.unchanged > 0 },
    {
      label: words.skipped,
      value: detailed(counts.skipped, listed(counts.skipped_because, words.reasons)),
      isShown: counts.skipped > 0,
    },
    {
      label: words.usedElsewhere,
      value: number(counts.checked_in),
      isShown: counts.checked_in > 0,
    },
    { label: words.otherNames, value: number(counts.other_names), isShown: counts.other_names > 0 },
    { label: words.ownCodes, value: number(counts.own_codes), isShown: counts.own_codes > 0 },
    { label: words.notKept, value: number(counts.not_kept), isShown: counts.not_kept > 0 },
  ];
  return (
    <Section
      title={isKept ? words.done : words.ready}
      actions={<Status tone="ok" text={isKept ? words.done : words.checked} />}
    >
      <FactCard
        facts={facts.filter(({ isShown }) => isShown).map(({ label, value }) => ({ label, value }))}
      />
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
