import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button as AriaButton, Group, Input, NumberField } from 'react-aria-components';
import type { AddOnState } from '../../../shared/station/api.ts';
import { Button } from '../../components/button.tsx';
import { useDoor, usePlace, useWords } from '../../components/door-context.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { redeemRefusal, type RedeemRefusal } from '../../state/redeem-refusal.ts';
import { formatNumber } from '../../state/words/format.ts';
import styles from './add-on-row.module.css';
import type { Undoable } from './undo-toast.tsx';

interface Props {
  readonly addOn: AddOnState;
  readonly canAct: boolean;
  readonly onChange: () => void;
  readonly onRedeemed: (done: Undoable | null) => void;
}

/** An add-on of the order: what is left of it, handing out, and taking back. */
export function AddOnRow({ addOn, canAct, onChange, onRedeemed }: Props): ReactElement {
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
        <p className={styles['name']} dir="auto">
          {name}
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

/** Asks the station, one thing at a time, and keeps why it refused the last one. */
function useRedeem(
  { order, order_line, name }: AddOnState,
  { onChange, onRedeemed }: Pick<Props, 'onChange' | 'onRedeemed'>,
) {
  const door = useDoor();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<RedeemRefusal | null>(null);
  const redeem = async (quantity: number) => {
    if (isBusy) return false;
    setBusy(true);
    const result = await door.query({ kind: 'redeem', order, order_line, quantity });
    setBusy(false);
    setRefusal(result.ok ? null : redeemRefusal(result.code));
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

function Quantity({ name, value, most, onChange }: QuantityProps): ReactElement {
  const { addOns } = useWords();
  return (
    <NumberField
      aria-label={addOns.quantity(name)}
      decrementAriaLabel={addOns.fewer}
      incrementAriaLabel={addOns.more}
      minValue={1}
      maxValue={most}
      value={value}
      onChange={(next) => onChange(Number.isInteger(next) ? next : 1)}
    >
      <Group className={styles['quantity'] ?? ''}>
        <AriaButton slot="decrement" className={styles['step'] ?? ''}>
          <Minus size={18} aria-hidden="true" />
        </AriaButton>
        <Input className={styles['number'] ?? ''} />
        <AriaButton slot="increment" className={styles['step'] ?? ''}>
          <Plus size={18} aria-hidden="true" />
        </AriaButton>
      </Group>
    </NumberField>
  );
}
