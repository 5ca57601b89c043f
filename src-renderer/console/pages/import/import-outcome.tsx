import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ImportCounts } from '../../../../shared/console/operation-results.ts';
import type { Fact } from '../../../components/facts.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { FactCard } from '../../components/record-page.tsx';
import { Status } from '../../components/status.tsx';
import { useImportWords } from './import-words.ts';
import styles from './import.module.css';

/** What an import would bring, or has brought. */
export function useCountFacts(): (counts: ImportCounts) => readonly Fact[] {
  const { importing: words } = useImportWords();
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
  return (counts) =>
    [
      { label: words.tickets, value: number(counts.new_tickets), isShown: true },
      {
        label: words.withoutCode,
        value: number(counts.without_code),
        isShown: counts.without_code > 0,
      },
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
        value: detailed(
          counts.differs,
          counts.changed > 0 ? '' : listed(counts.parts, words.parts),
        ),
        isShown: counts.differs > 0,
      },
      {
        label: words.keptPrices,
        value: number(counts.kept_prices),
        isShown: counts.kept_prices > 0,
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
      {
        label: words.otherNames,
        value: number(counts.other_names),
        isShown: counts.other_names > 0,
      },
      {
        label: words.roundedCodes,
        value: number(counts.rounded_codes),
        isShown: counts.rounded_codes > 0,
      },
      { label: words.ownCodes, value: number(counts.own_codes), isShown: counts.own_codes > 0 },
      {
        label: words.orderStays,
        value: listed(counts.order_parts, words.orderParts),
        isShown: Object.keys(counts.order_parts).length > 0,
      },
      { label: words.notKept, value: number(counts.not_kept), isShown: counts.not_kept > 0 },
    ].flatMap(({ isShown, label, value }) => (isShown ? [{ label, value }] : []));
}

/** The same after a word about it. */
export function ImportCounted({
  counts,
  title,
}: {
  readonly counts: ImportCounts;
  readonly title: string;
}): ReactElement {
  return (
    <>
      <p role="status" className={styles['verdict']}>
        <Status tone="ok" text={title} />
      </p>
      <FactCard facts={useCountFacts()(counts)} />
    </>
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
