import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { DisputeDescribed } from '../../../../shared/console/operation-results.ts';
import type { Fact } from '../../../components/facts.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';

/** As money where somebody said in which currency. */
export function DisputeAmount({
  dispute: { amount, currency },
}: {
  readonly dispute: DisputeDescribed;
}): ReactElement | null {
  const { disputes: words } = useWords();
  const formats = useFormats();
  if (amount === null) return null;
  return (
    <>
      {currency === null
        ? words.minorUnits(formats.number(amount))
        : formats.money(amount, currency)}
    </>
  );
}

/** `order`: what was paid for, if that is known where it is asked; otherwise `currency` is suggested. */
export function RecordDispute({
  order,
  currency,
  onClose,
}: {
  readonly order?: { readonly reference: string; readonly currency: string };
  readonly currency?: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const { disputes: words } = useWords();
  return (
    <OperationDialog
      name="dispute.create"
      title={words.create}
      about={words.createWhat}
      submit={words.create}
      {...(order === undefined
        ? { suggested: { currency } }
        : {
            fixed: { order: order.reference, currency: order.currency },
            place: { currency: order.currency },
          })}
      onClose={onClose}
      onDone={() => notify(words.created)}
    />
  );
}

/** A fact of an order whose payment is disputed; none of others. */
export function useDisputeFacts(order: string | null): readonly Fact[] {
  const { disputes: words } = useWords();
  const isNeeded = useMay('dispute.list') && order !== null;
  const { data } = useView('dispute.list', { order }, { isNeeded });
  const disputes = new Set((data?.data ?? []).flatMap(({ dispute }) => dispute ?? []));
  if (disputes.size === 0) return [];
  const links = [...disputes].map((dispute) => (
    <Link key={dispute} to={`/orders/disputes/${dispute}`}>
      {dispute}
    </Link>
  ));
  return [{ label: words.title, value: links }];
}
