import styles from './undo-toast.module.css';
import { Undo2 } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { AddOnState } from '../../../../shared/station/box-office.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, usePlace, useWords } from '../../components/door-context.tsx';
import { type RedeemError, redeemErrorOf } from '../../state/command-error.ts';
import { formatNumber } from '../../i18n/format.ts';

const STAY_MS = 10_000;

/** What was just handed out; a negative quantity was taken back. */
export interface Undoable extends Pick<AddOnState, 'order' | 'order_line' | 'name'> {
  readonly quantity: number;
}

interface Props {
  readonly done: Undoable | null;
  readonly onUndone: (done: Undoable | null) => void;
  readonly onChange: () => void;
}

/** Says what was done and offers to undo it, for ten seconds and for as long as its button has the focus. */
export function UndoToast({ done, onUndone, onChange }: Props): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { locale } = usePlace();
  const toast = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<{ done: Undoable; why: RedeemError } | null>(null);
  const refusal = refused !== null && refused.done === done ? refused.why : null;
  const [undoing, setUndoing] = useState<Undoable | null>(null);
  useEffect(() => {
    if (done === null) return undefined;
    const go = () => {
      if (toast.current?.contains(document.activeElement) !== true) onUndone(null);
      else timer = setTimeout(go, 1_000);
    };
    let timer = setTimeout(go, STAY_MS);
    return () => clearTimeout(timer);
  }, [done, onUndone]);

  /** Once, however long the station takes: it would take back as many again. */
  const undo = async (last: Undoable) => {
    if (last === undoing) return;
    setUndoing(last);
    const { order, order_line, name, quantity } = last;
    const back = -quantity;
    const result = await door.query({ kind: 'redeem', order, order_line, quantity: back });
    if (result.ok) onUndone({ order, order_line, name, quantity: back });
    else setRefused({ done: last, why: redeemErrorOf(result.code) });
    onChange();
  };

  const quantity = formatNumber(Math.abs(done?.quantity ?? 0), locale);
  const name = done?.name ?? words.addOns.unnamed;
  const { handedOut, takenBack } = words.addOns;
  const describe = done !== null && done.quantity > 0 ? handedOut : takenBack;
  return (
    <div ref={toast} className={styles['place']} aria-live="polite">
      {done !== null && (
        <div className={styles['toast']}>
          <p dir="auto">
            {refusal === null ? describe(quantity, name) : words.addOns.refusal[refusal]}
          </p>
          {done.quantity > 0 && refusal === null && (
            <Button look="main" onPress={() => void undo(done)}>
              <Undo2 size={18} aria-hidden="true" /> {words.addOns.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
