import styles from './add-on-card.module.css';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { Button as AriaButton, Group } from 'react-aria-components';
import type { AddOnState } from '../../../../shared/station/box-office.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, usePlace, useWords } from '../../components/door-context.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { type RedeemError, redeemErrorOf } from '../../state/command-error.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Undoable } from './undo-toast.tsx';

interface Props {
  readonly addOn: AddOnState;
  readonly canAct: boolean;
  readonly onChange: () => void;
  readonly onRedeemed: (done: Undoable | null) => void;
}

/** An add-on of the order: how many are left, handing out, and taking back. */
export function AddOnCard({ addOn, canAct, onChange, onRedeemed }: Props): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const { quantity: bought, redeemed, remaining } = addOn;
  const { redeem, refusal } = useRedeem(addOn, { onChange, onRedeemed });
  const [wanted, setWanted] = useState(1);
  const handOut = async () => {
    const isDone = await redeem(quantity);
    if (isDone) setWanted(1);
  };
  const row = useKeptFocus<HTMLLIElement>();
  const name = addOn.name ?? words.addOns.unnamed;
  const quantity = Math.min(wanted, Math.max(remaining, 1));
  return (
    <li {...row} className={styles['row']} data-order-line={addOn.order_line}>
      <div className={styles['what']}>
        <p className={styles['name']}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles['left']} data-none={remaining === 0}>
          {words.addOns.left(formatNumber(remaining, locale), formatNumber(bought, locale))}
        </p>
      </div>
      {canAct && (
        <div className={styles['ways']}>
          {redeemed > 0 && (
            <Button
              look="quiet"
              aria-label={`${words.addOns.takeBack}: ${name}`}
              onPress={() => void redeem(-1)}
            >
              {words.addOns.takeBack}
            </Button>
          )}
          {remaining > 1 && (
            <Quantity name={name} value={quantity} most={remaining} onChange={setWanted} />
          )}
          {remaining > 0 && (
            <Button
              aria-label={`${words.addOns.redeem}: ${formatNumber(quantity, locale)} × ${name}`}
              onPress={() => void handOut()}
            >
              {words.addOns.redeem}
            </Button>
          )}
        </div>
      )}
      <p role="alert" className={styles['refusal']}>
        {refusal !== null && words.addOns.refusal[refusal]}
      </p>
    </li>
  );
}

/** Sends the station one command at a time, and keeps the error of the last one. */
function useRedeem(
  { order, order_line, name }: AddOnState,
  { onChange, onRedeemed }: Pick<Props, 'onChange' | 'onRedeemed'>,
) {
  const door = useDoor();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<RedeemError | null>(null);
  const redeem = async (quantity: number) => {
    if (isBusy) return false;
    setBusy(true);
    const result = await door.query({ kind: 'redeem', order, order_line, quantity });
    setBusy(false);
    setRefusal(result.ok ? null : redeemErrorOf(result.code));
    onRedeemed(result.ok ? { order, order_line, name, quantity } : null);
    onChange();
    return result.ok;
  };
  return { redeem, refusal };
}

interface QuantityProps {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/**
 * A quantity, typed or stepped. React Aria's number field cannot be used: it clears its announcements as markup, which the page's
 * policy forbids.
 */
function Quantity({ name, value, most, onChange }: QuantityProps): ReactElement {
  const { addOns } = useWords();
  const { locale } = usePlace();
  /** Null unless somebody is typing. */
  const [text, setText] = useState<string | null>(null);
  const set = (next: number) => {
    setText(null);
    onChange(Math.min(most, Math.max(1, next)));
  };
  const write = (written: string) => {
    const digits = written.replaceAll(/\D/g, '');
    set(Number(digits));
    setText(digits);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(value + step);
  };
  return (
    <Group className={styles['quantity'] ?? ''} aria-label={addOns.quantity(name)}>
      <Step
        label={`${addOns.fewer}: ${name}`}
        isDisabled={value <= 1}
        onPress={() => set(value - 1)}
      >
        <Minus size={18} aria-hidden="true" />
      </Step>
      <input
        className={styles['number']}
        inputMode="numeric"
        autoComplete="off"
        aria-label={addOns.quantity(name)}
        value={text ?? formatNumber(value, locale)}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setText(null)}
      />
      <Step
        label={`${addOns.more}: ${name}`}
        isDisabled={value >= most}
        onPress={() => set(value + 1)}
      >
        <Plus size={18} aria-hidden="true" />
      </Step>
    </Group>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

interface StepProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  readonly children: ReactElement;
}

/** The arrow keys in the field do the same, which keeps the tab order short. */
function Step({ label, children, ...rest }: StepProps): ReactElement {
  return (
    <AriaButton {...rest} excludeFromTabOrder aria-label={label} className={styles['step'] ?? ''}>
      {children}
    </AriaButton>
  );
}
