import { Search, UserPlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { nameKey } from '../../../../shared/name-key.ts';
import type { FoundTickets, TicketSummary } from '../../../../shared/station/box-office.ts';
import { MAX_QUERY_LENGTH } from '../../../../shared/station/commands.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Words } from '../../i18n/en.ts';
import { Hit } from './hit.tsx';
import { Message } from '../../../components/message.tsx';
import styles from './search-pane.module.css';
import type { SearchAnswer } from './use-search.ts';

const LIST = 'tickets-found';

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly last: SearchAnswer | null;
  readonly chosen: string | null;
  readonly onText: (text: string) => void;
  readonly onChoose: (ticket: string) => void;
  /** Moves to the order of the chosen result, or of the first one once the text is answered. */
  readonly onEnter: () => void;
  /** Moves to the order of a result. */
  readonly onPress: (ticket: string) => void;
  readonly searchAgain: () => void;
}

/** The search field and its results. The focus stays in the field: arrows choose in the list, Enter moves to the order. */
export function SearchPane(props: Props): ReactElement {
  const { field, text, last, chosen, onText, onChoose, onEnter } = props;
  const words = useWords();
  const hasEmails = useDoorState(({ station }) => station?.has_emails ?? false);
  const found = foundIn(last);
  const tickets = found?.tickets ?? none;
  const move = (by: 1 | -1) => {
    const at = tickets.findIndex(({ ticket }) => ticket === chosen);
    const next = tickets[Math.min(Math.max(at + by, 0), tickets.length - 1)];
    if (next !== undefined) onChoose(next.ticket);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && text.trim() !== '') onEnter();
    else if (event.key === 'Escape' && text !== '') onText('');
    else return;
    event.preventDefault();
  };
  return (
    <section className={styles['pane']} aria-label={words.search.label}>
      <div className={styles['head']}>
        <div className={styles['heading']}>
          <h2 className={styles['title']}>{words.actions.boxOffice}</h2>
          <Count found={found} />
        </div>
        <AddGuest />
      </div>
      <div className={styles['field']}>
        <Search className={styles['glass']} size={22} aria-hidden="true" />
        <input
          ref={field}
          className={styles['input']}
          type="search"
          role="combobox"
          aria-label={words.search.label}
          aria-autocomplete="list"
          aria-expanded={tickets.length > 0}
          aria-controls={LIST}
          aria-activedescendant={chosen === null ? undefined : hitId(chosen)}
          placeholder={words.search.hint(hasEmails)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck="false"
          value={text}
          onChange={(event) => onText(event.target.value.slice(0, MAX_QUERY_LENGTH))}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <button
            type="button"
            className={styles['clear']}
            aria-label={words.search.clear}
            onClick={() => {
              onText('');
              field.current?.focus();
            }}
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </div>
      <Notes found={found} />
      <Results {...props} tickets={tickets} found={found} />
    </section>
  );
}

/** Only the server can sell a ticket: without it there is no button. */
function AddGuest(): ReactElement | null {
  const door = useDoor();
  const { actions } = useWords();
  const canAdd = useDoorState(
    ({ transport, station }) =>
      transport === 'present' &&
      station?.guests !== undefined &&
      ['live', 'syncing'].includes(station.sync.connection.kind),
  );
  if (!canAdd) return null;
  return (
    <Button look="quiet" onPress={() => door.store.setState({ sheet: { kind: 'guest' } })}>
      <UserPlus size={20} aria-hidden="true" />
      {actions.addGuest}
    </Button>
  );
}

const none: readonly TicketSummary[] = [];

function foundIn(last: SearchAnswer | null): FoundTickets | null {
  return last !== null && last.result.ok && 'found' in last.result ? last.result.found : null;
}

function hitId(ticket: string): string {
  return `hit-${ticket}`;
}

interface FoundProps {
  readonly found: FoundTickets | null;
}

/** How many of all tickets are shown; announced to screen readers as it changes. */
function Count({ found }: FoundProps): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const expected = useDoorState(({ station }) => station?.counters.expected ?? 0);
  const isWhole = useDoorState(({ station }) => station?.phase.kind === 'ready');
  const shown = found?.tickets.length ?? 0;
  const number = `${formatNumber(shown, locale)}${found?.more === true ? '+' : ''}`;
  const total = isWhole && expected >= shown ? formatNumber(expected, locale) : null;
  return (
    <p className={styles['count']} aria-live="polite" aria-atomic="true">
      {found !== null && words.search.count(number, total)}
    </p>
  );
}

/** Why an existing ticket may not be found. */
function Notes({ found }: FoundProps): ReactElement {
  const words = useWords();
  const isImporting = useDoorState(({ station }) => station?.phase.kind === 'importing');
  const isIndexing = found !== null && !found.complete;
  return (
    <div aria-live="polite">
      {isImporting && <p className={styles['note']}>{words.search.importing}</p>}
      {!isImporting && isIndexing && <p className={styles['note']}>{words.search.indexing}</p>}
    </div>
  );
}

interface ResultsProps extends Props, FoundProps {
  readonly tickets: readonly TicketSummary[];
}

function Results({ last, tickets, found, chosen, ...props }: ResultsProps): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const hasEmails = useDoorState(({ station }) => station?.has_emails ?? false);
  const namesakes = namesakesIn(tickets);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    list.current?.querySelector(`#${hitId(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div {...useScrollable<HTMLDivElement>()} className={styles['results']}>
      {isAway && (
        <Message
          className={styles['say']}
          title={words.idle.connecting}
          next={words.search.awayNext}
        />
      )}
      {!isAway && last === null && props.text.trim() === '' && (
        <Message
          className={styles['say']}
          title={words.search.begin}
          next={words.search.beginNext(hasEmails)}
        />
      )}
      {!isAway && last !== null && !last.result.ok && (
        <Message
          className={styles['say']}
          title={words.search.failed}
          next={words.search.failedNext}
        >
          <Button onPress={props.searchAgain}>{words.actions.tryAgain}</Button>
        </Message>
      )}
      {!isAway && last !== null && found !== null && tickets.length === 0 && (
        <Message
          className={styles['say']}
          title={words.search.nothing(last.query)}
          next={whyNothing(last.query, hasEmails, words.search)}
        />
      )}
      <ul
        ref={list}
        id={LIST}
        role="listbox"
        aria-label={words.search.results}
        className={styles['list']}
      >
        {tickets.map((ticket) => (
          <Hit
            key={ticket.ticket}
            id={hitId(ticket.ticket)}
            ticket={ticket}
            query={last?.query ?? ''}
            isChosen={ticket.ticket === chosen}
            hasNamesake={namesakes.has(ticket.ticket)}
            onPress={() => props.onPress(ticket.ticket)}
          />
        ))}
      </ul>
      {found?.more === true && (
        <p className={styles['more']}>{words.search.more(formatNumber(tickets.length, locale))}</p>
      )}
    </div>
  );
}

/** Tickets of people with the same name who ordered apart. */
function namesakesIn(tickets: readonly TicketSummary[]): ReadonlySet<string> {
  const named = tickets.filter(({ holder }) => holder !== null);
  const byName = Map.groupBy(named, ({ holder }) => nameKey(holder ?? ''));
  const apart = [...byName.values()].filter(
    (same) => new Set(same.map(({ order, ticket }) => order ?? ticket)).size > 1,
  );
  return new Set(apart.flat().map(({ ticket }) => ticket));
}

/** Seven digits or more, with what people write between them. */
const phoneNumber = /^\+?(?:[\s()./-]*\d){7,}$/;

function whyNothing(query: string, hasEmails: boolean, words: Words['search']): string {
  if (query.includes('@') && !hasEmails) return words.noEmails;
  return phoneNumber.test(query) ? words.noPhones : words.nothingNext(hasEmails);
}
