import layout from '../../../components/layout.module.css';
import styles from './order-pane.module.css';
import { ArrowLeft, Users } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useState,
} from 'react';
import type { OrderView } from '../../../../shared/station/box-office.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  useNow,
  useWords,
} from '../../components/door-context.tsx';
import { checkIn } from '../../state/door-actions.ts';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { AddOnCard } from './add-on-card.tsx';
import type { TicketHelp } from '../../state/verdict/reason-view.ts';
import { helpFor, standingOf } from './ticket-standing.ts';
import { formatReferenceEnd } from '../../i18n/format.ts';
import { TicketCard } from './ticket-card.tsx';
import { type Undoable, UndoToast } from './undo-toast.tsx';
import { useOrder } from './use-order.ts';

interface Props {
  /** The chosen ticket; the others of its order are shown next to it. */
  readonly ticket: string;
  /** The user has just moved from the list to this ticket. */
  readonly isEntered: boolean;
  readonly onEntered: () => void;
  readonly toField: () => void;
  readonly changed: () => void;
}

/** The chosen ticket's order: its tickets, what a check-in would say for each, and its add-ons. */
export function OrderPane(props: Props): ReactElement {
  const { ticket, isEntered, onEntered, toField, changed } = props;
  const words = useWords();
  const { result, readAgain } = useOrder(ticket);
  const pane = useKeptFocus<HTMLElement>();
  const order = result !== null && result.ok && 'order' in result ? result.order : null;
  useFocusOnEntry(pane.ref, { isDue: isEntered && order !== null, onDone: onEntered });
  const [done, setDone] = useState<Undoable | null>(null);
  const onChange = useCallback(() => {
    readAgain();
    changed();
  }, [readAgain, changed]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    toField();
  };
  return (
    <section
      {...pane}
      className={styles['pane']}
      aria-label={words.order.label}
      aria-busy={result === null}
      onKeyDown={onKeyDown}
    >
      <div
        {...useScrollable<HTMLDivElement>()}
        className={`${layout['scroll']} ${styles['scroll']}`}
      >
        <div>
          <div className={styles['back']}>
            <Button look="quiet" onPress={toField}>
              <ArrowLeft size={20} aria-hidden="true" /> {words.order.back}
            </Button>
          </div>
          {result !== null && !result.ok && (
            <Failed isGone={result.code === 'order.unknown_ticket'} readAgain={readAgain} />
          )}
          {order !== null && (
            <Order order={order} chosen={ticket} onChange={onChange} onRedeemed={setDone} />
          )}
        </div>
      </div>
      <UndoToast done={done} onUndone={setDone} onChange={onChange} />
    </section>
  );
}

/** Moving to an order focuses the ticket's action: Enter checks it in. */
function useFocusOnEntry(
  pane: RefObject<HTMLElement | null>,
  { isDue, onDone }: { readonly isDue: boolean; readonly onDone: () => void },
): void {
  useEffect(() => {
    if (!isDue) return;
    const card = pane.current?.querySelector<HTMLElement>('[data-chosen=true]');
    (card?.querySelector<HTMLElement>('button') ?? card)?.focus();
    onDone();
  }, [pane, isDue, onDone]);
}

interface OrderProps {
  readonly order: OrderView;
  readonly chosen: string;
  readonly onChange: () => void;
  readonly onRedeemed: (done: Undoable | null) => void;
}

function Order({ order, chosen, onChange, onRedeemed }: OrderProps): ReactElement {
  const words = useWords();
  const canAct = useDoorState(({ transport }) => transport === 'present');
  const { tickets, add_ons: addOns } = order;
  const status = addOns[0]?.order_status ?? null;
  const first = tickets.find(({ ticket }) => ticket === chosen);
  const { nameOf, emailOf } = useNames();
  const sharedHelp = useSharedHelp(tickets);
  const holder = first?.holder ?? null;
  return (
    <>
      <header className={styles['head']}>
        <h2 className={styles['holder']}>
          <bdi>{holder === null ? words.verdict.noHolder : nameOf(holder)}</bdi>
        </h2>
        <p className={styles['about']}>
          {first !== undefined && first.email !== null && <bdi>{emailOf(first.email)}</bdi>}
          <span>
            {order.order === null ? (
              words.order.alone
            ) : (
              <>
                {words.order.label}{' '}
                <bdi title={order.order}>
                  {first?.shop_order ?? formatReferenceEnd(order.order)}
                </bdi>
              </>
            )}
          </span>
          <span>{words.order.tickets(tickets.length)}</span>
          {status !== null && <span>{words.order.status[status]}</span>}
        </p>
        {canAct && <AdmitAll tickets={tickets} onChange={onChange} />}
      </header>
      {!order.complete && <p className={styles['note']}>{words.order.incomplete}</p>}
      <ul className={styles['tickets']}>
        {tickets.map((ticket) => (
          <TicketCard
            key={ticket.ticket}
            ticket={ticket}
            isChosen={ticket.ticket === chosen}
            canAct={canAct}
            sharedHelp={sharedHelp}
            onChange={onChange}
          />
        ))}
      </ul>
      {[...sharedHelp].map((help) => (
        <p key={help} className={styles['help']}>
          {words.order.help[help]}
        </p>
      ))}
      {addOns.length > 0 && (
        <section className={styles['addOns']} aria-labelledby="add-ons">
          <h3 id="add-ons" className={styles['title']}>
            {words.addOns.title}
          </h3>
          <ul>
            {addOns.map((addOn) => (
              <AddOnCard
                key={addOn.order_line}
                addOn={addOn}
                canAct={canAct}
                onChange={onChange}
                onRedeemed={onRedeemed}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Checks in every ticket that can be; each has a verdict and a row of its own. Stops where the station cannot be reached or the house is full. */
function AdmitAll({
  tickets,
  onChange,
}: Pick<OrderView, 'tickets'> & Pick<OrderProps, 'onChange'>): ReactElement | null {
  const door = useDoor();
  const { corrections } = useWords();
  const [isBusy, setBusy] = useState(false);
  const open = tickets.filter((ticket) => standingOf(ticket) === 'open');
  if (open.length < 2) return null;
  const admit = async () => {
    setBusy(true);
    for (const { ticket } of open) {
      if (!(await checkIn(door, ticket))) break;
    }
    onChange();
    setBusy(false);
  };
  return (
    <Button isDisabled={isBusy} onPress={() => void admit()}>
      <Users size={20} aria-hidden="true" />
      {corrections.admitAll(open.length)}
    </Button>
  );
}

/** The advice that several tickets share: it is given once, below them. */
function useSharedHelp(tickets: OrderView['tickets']): ReadonlySet<TicketHelp> {
  const now = useNow();
  const helps = tickets.map(({ check_in: checkIn }) => helpFor(checkIn, now));
  return new Set(
    helps.flatMap((help, place) => (help === null || helps.indexOf(help) === place ? [] : [help])),
  );
}

interface FailedProps {
  readonly isGone: boolean;
  readonly readAgain: () => void;
}

function Failed({ isGone, readAgain }: FailedProps): ReactElement {
  const { order, search, actions } = useWords();
  return (
    <div role="alert" className={styles['failed']}>
      <p className={styles['what']}>{isGone ? order.gone : order.failed}</p>
      <p>{isGone ? order.goneNext : search.failedNext}</p>
      {!isGone && <Button onPress={readAgain}>{actions.tryAgain}</Button>}
    </div>
  );
}
