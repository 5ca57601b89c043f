import { useState } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type {
  OperationName,
  OperationResults,
  OrderDescribed,
} from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { Modal } from '../../components/modal.tsx';
import form from '../../components/operation-form.module.css';
import { Refusal } from '../../components/trouble.tsx';
import { useOperation } from '../../data/use-operation.ts';
import { minorDigits } from '../../../../shared/currency.ts';
import { readMoney, writeMoney } from '../../state/form-values.ts';
import styles from './order-dialog.module.css';

export type OrderAction = 'confirm' | 'cancel' | 'refund' | 'mail';

interface Props {
  readonly order: OrderDescribed;
  readonly onClose: () => void;
}

/** What can still be refunded, minor units. */
export function leftOf({
  total,
  refunded_total,
}: Pick<OrderDescribed, 'total' | 'refunded_total'>): number {
  return total - refunded_total;
}

/** What an action asks before it is done. */
export function OrderDialog({
  asked,
  ...props
}: Props & { readonly asked: OrderAction }): ReactElement {
  switch (asked) {
    case 'confirm':
      return <ConfirmDialog {...props} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'mail':
      return <MailDialog {...props} />;
    default:
      return assertNever(asked);
  }
}

function ConfirmDialog({ order: { reference }, onClose }: Props): ReactElement {
  const { notify } = useConsole();
  const { orders: words } = useWords();
  return (
    <Ask
      name="order.confirm"
      title={words.actions.confirm}
      what={words.confirmWhat}
      read={() => ({ order: reference })}
      onClose={onClose}
      onDone={() => notify(words.confirmed)}
    />
  );
}

function CancelDialog({ order, onClose }: Props): ReactElement {
  const { notify } = useConsole();
  const { orders: words } = useWords();
  const formats = useFormats();
  const { reference, tickets } = order;
  const [reason, setReason] = useState('');
  return (
    <Ask
      name="order.cancel"
      title={words.actions.cancel}
      what={words.cancelWhat(formats.number(tickets.length), leftOf(order) > 0)}
      isDangerous
      read={() => ({ order: reference, ...(reason.trim() !== '' && { reason: reason.trim() }) })}
      onClose={onClose}
      onDone={() => notify(words.cancelled)}
    >
      <Field label={words.reason} value={reason} onChange={setReason} autoFocus />
    </Ask>
  );
}

function RefundDialog({ order, onClose }: Props): ReactElement {
  const { notify } = useConsole();
  const { orders: words, problems } = useWords();
  const formats = useFormats();
  const { reference, currency } = order;
  // What it says is what is refunded, also if a colleague refunds a part meanwhile.
  const [was, setWas] = useState({ total: order.total, refunded_total: order.refunded_total });
  const left = leftOf(was);
  const digits = minorDigits(currency);
  const [text, setText] = useState(writeMoney(left, digits, formats.decimal));
  const [via, setVia] = useState<'console' | 'processor'>('console');
  const amount = readMoney(text, digits);
  const isWrong = amount === null || amount < 1 || amount > left;
  return (
    <Ask
      name="order.refund"
      title={isWrong ? words.actions.refund : words.refundSum(formats.money(amount, currency))}
      what={amount !== null && amount < left ? words.refundPartWhat : words.refundAllWhat}
      isDangerous
      isReady={!isWrong}
      read={() => ({ order: reference, amount, via, was })}
      onClose={onClose}
      onChanged={(now) =>
        setWas({
          total: Number(now['total'] ?? was.total),
          refunded_total: Number(now['refunded_total'] ?? was.refunded_total),
        })
      }
      onDone={() => notify(words.refunded)}
    >
      <Field
        label={words.amount}
        hint={words.leftToRefund(formats.money(left, currency))}
        error={
          amount === null
            ? problems.notMoney
            : isWrong
              ? problems.refused.between({
                  field: 'amount',
                  least: formats.money(1, currency),
                  most: formats.money(left, currency),
                })
              : null
        }
        inputMode="decimal"
        value={text}
        onChange={setText}
        autoFocus
      />
      <Dropdown
        label={words.via.title}
        options={(['console', 'processor'] as const).map((id) => ({ id, name: words.via[id] }))}
        selected={via}
        onSelect={(id) => setVia(id === 'processor' ? id : 'console')}
      />
    </Ask>
  );
}

function MailDialog({ order: { reference }, onClose }: Props): ReactElement {
  const { notify } = useConsole();
  const { orders: words } = useWords();
  const formats = useFormats();
  return (
    <Ask
      name="order.mail"
      title={words.actions.mail}
      what={words.mailWhat}
      read={() => ({ order: reference, again: true })}
      onClose={onClose}
      onDone={({ emails, refused, without_email }) => {
        const unsent = refused.length + without_email;
        notify(
          unsent === 0
            ? words.mailed(formats.number(emails))
            : words.mailedPartly(formats.number(emails), formats.number(unsent)),
        );
      }}
    />
  );
}

interface AskProps<Name extends OperationName> {
  readonly name: Name;
  readonly title: string;
  readonly what: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  /** The input, once it is asked for. */
  readonly read: () => object;
  readonly onClose: () => void;
  readonly onDone: (result: OperationResults[Name]) => void;
  /** A colleague has changed meanwhile what `read` says was there; called with what it is now. */
  readonly onChanged?: (current: Readonly<Record<string, unknown>>) => void;
  readonly children?: ReactElement | readonly ReactElement[];
}

function Ask<Name extends OperationName>({
  name,
  title,
  what,
  isDangerous = false,
  isReady = true,
  read,
  onClose,
  onDone,
  onChanged,
  children,
}: AskProps<Name>): ReactElement {
  const { shell } = useWords();
  const operation = useOperation(name);
  return (
    <Modal title={title} onClose={onClose} {...(isDangerous && { role: 'alertdialog' })}>
      <form
        className={styles['ask']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady || operation.isPending) return;
          operation.mutate(read(), {
            onSuccess: (result) => {
              onClose();
              onDone(result);
            },
            onError: ({ code, current }) => {
              if (code === 'record.changed') onChanged?.(current);
            },
          });
        }}
      >
        <p>{what}</p>
        {children}
        {operation.error !== null && <Refusal error={operation.error} />}
        <div className={form['buttons']}>
          <Button look="quiet" onPress={onClose}>
            {shell.goBack}
          </Button>
          <Button
            look={isDangerous ? 'danger' : 'main'}
            type="submit"
            isDisabled={!isReady || operation.isPending}
          >
            {title}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
