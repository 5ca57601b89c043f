import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { TicketSummary } from '../../../../shared/station/box-office.ts';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import type { BoxOfficeSearch } from '../../state/door-state.ts';
import styles from './box-office-screen.module.css';
import { OrderPane } from './order-pane.tsx';
import { SearchPane } from './search-pane.tsx';
import { useSearch } from './use-search.ts';

/** Where Enter or a press on a result leads: to a ticket, or to the first result of a query once it is answered. */
interface Goal {
  readonly query: string;
  readonly ticket: string | null;
}

/** The box office: search on the left, the order on the right. */
export function BoxOfficeScreen(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const search = useDoorState((state) => state.search);
  const arrivals = useDoorState((state) => state.arrivals);
  const { last, searchAgain } = useSearch(search.query);
  const field = useRef<HTMLInputElement>(null);
  const [goal, setGoal] = useState<Goal | null>(null);
  const found =
    last !== null && last.result.ok && 'found' in last.result ? last.result.found : null;
  const tickets = found?.tickets ?? [];
  const named = tickets.find(({ ticket }) => ticket === search.ticket);
  const [opened, setOpened] = useState<TicketSummary | null>(null);
  if (named !== undefined && named !== opened) setOpened(named);
  // An open order is never replaced by another's. If a later answer lacks its ticket, the list comes back, unless it may only not be indexed yet.
  const isMissing = named === undefined && search.isOpen && search.ticket !== null;
  const isKept = isMissing && found?.complete === false && opened?.ticket === search.ticket;
  const isGone = isMissing && !isKept;
  const chosen = isMissing ? (isKept ? opened : null) : (named ?? tickets[0] ?? null);

  const change = (what: Partial<BoxOfficeSearch>) =>
    door.store.setState((state) => ({ search: { ...state.search, ...what } }));
  const toField = () => {
    change({ isOpen: false });
    // If only one of them fits, the field appears after this change.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
  };
  const enter = (query: string, ticket: string | null) => {
    change({ ticket, isOpen: true });
    setGoal({ query, ticket });
  };
  const enterChosen = () => {
    const query = search.query.trim();
    // Until this query is answered, the chosen result belongs to an older one.
    enter(query, last?.query === query ? (chosen?.ticket ?? null) : null);
  };
  const isThere =
    goal !== null &&
    goal.query === last?.query &&
    (goal.ticket ?? tickets[0]?.ticket) === chosen?.ticket;

  useEffect(() => {
    if (isGone) field.current?.focus();
  }, [isGone]);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every arrival begins at the field
  }, [arrivals]);

  return (
    <main className={styles['main']} data-open={search.isOpen && chosen !== null}>
      <SearchPane
        field={field}
        text={search.query}
        last={last}
        chosen={chosen?.ticket ?? null}
        onText={(query) => {
          change({ query, ticket: null, isOpen: false });
          setGoal(null);
        }}
        onChoose={(ticket) => change({ ticket })}
        onEnter={enterChosen}
        onPress={(ticket) => enter(last?.query ?? '', ticket)}
        searchAgain={searchAgain}
      />
      {chosen === null ? (
        <section className={styles['none']} aria-label={words.order.label}>
          {tickets.length === 0 && last === null && (
            <>
              <p className={styles['title']}>{words.order.none}</p>
              <p>{words.order.noneNext}</p>
            </>
          )}
        </section>
      ) : (
        <OrderPane
          key={chosen.order ?? chosen.ticket}
          ticket={chosen.ticket}
          isEntered={isThere}
          onEntered={() => {
            change({ ticket: chosen.ticket });
            setGoal(null);
          }}
          toField={toField}
          changed={searchAgain}
        />
      )}
    </main>
  );
}
