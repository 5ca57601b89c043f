import type { ReactElement } from 'react';
import type { OrderDescribed } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import styles from './order-page.module.css';

/** What was bought, and what it comes to. */
export function OrderLines({ order }: { readonly order: OrderDescribed }): ReactElement {
  const { orders: words } = useWords();
  const formats = useFormats();
  const { lines, currency, subtotal, discount_total, tax_total, total, refunded_total } = order;
  const money = (minor: number) => formats.money(minor, currency);
  const hasParts = discount_total !== 0 || tax_total !== 0;
  const sums = [
    ...(hasParts ? [{ name: words.subtotal, amount: subtotal }] : []),
    ...(discount_total === 0 ? [] : [{ name: words.discount, amount: -discount_total }]),
    ...(tax_total === 0 ? [] : [{ name: words.tax, amount: tax_total }]),
    { name: words.total, amount: total, isTotal: true },
    ...(refunded_total === 0
      ? []
      : [
          { name: words.refundedSum, amount: -refunded_total },
          { name: words.left, amount: total - refunded_total, isTotal: true },
        ]),
  ];
  return (
    <section className={styles['lines']} aria-label={words.lines}>
      <ul>
        {lines.map(({ reference, kind, name, unit_price, quantity, amount, redeemed }) => (
          <li key={reference} className={styles['line']}>
            <span>
              <span className={styles['name']} dir="auto">
                {name}
              </span>
              <br />
              <span className={styles['note']}>
                {words.each(formats.number(quantity), money(unit_price))}
                {kind === 'add_on' &&
                  ` · ${words.redeemed(formats.number(redeemed), formats.number(quantity))}`}
              </span>
            </span>
            <span className={styles['money']}>{money(amount)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles['sums']}>
        {sums.map(({ name, amount, isTotal = false }) => (
          <div
            key={name}
            className={isTotal ? `${styles['line']} ${styles['total']}` : styles['line']}
          >
            <dt>{name}</dt>
            <dd className={styles['money']}>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
