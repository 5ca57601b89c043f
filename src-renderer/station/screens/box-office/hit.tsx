import styles from './search-pane.module.css';
import type { ReactElement } from 'react';
import type { TicketSummary } from '../../../../shared/station/box-office.ts';
import { findWords } from '../../../../shared/search-text.ts';
import { useNames, usePlace, useWords } from '../../components/door-context.tsx';
import { Marked } from '../../../components/marked.tsx';
import { standingOf } from './ticket-standing.ts';
import { formatDate, formatDayTime, formatReferenceEnd } from '../../i18n/format.ts';
import { StandingMark } from './standing-mark.tsx';

interface Props {
  readonly id: string;
  readonly ticket: TicketSummary;
  readonly query: string;
  readonly isChosen: boolean;
  /** Somebody else has this name: its order and email tell them apart. */
  readonly hasNamesake: boolean;
  readonly onPress: () => void;
}

/** A search result: holder and ticket, its status, and where the query matched if that is neither name nor seat. */
export function Hit({ id, ticket, query, isChosen, hasNamesake, onPress }: Props): ReactElement {
  const words = useWords();
  const place = usePlace();
  const { holder, ticket_type, seat_label, session, email, order, shop_order: shopOrder } = ticket;
  const { areHidden, nameOf } = useNames();
  // Search terms must not be highlighted in initials.
  const marked = areHidden ? '' : query;
  const date =
    session === null ? null : formatDayTime(session.starts_at, place).replaceAll(' ', '\u00a0');
  const elsewhere = [
    { label: null, text: areHidden ? null : email, apart: hasNamesake },
    { label: words.order.label, text: shopOrder ?? null, apart: false },
    { label: words.order.label, text: order && formatReferenceEnd(order), apart: false },
    { label: words.details.ticket, text: formatReferenceEnd(ticket.ticket), apart: false },
  ].filter(({ text, apart }) => text !== null && (apart || findWords(text, query).length > 0));
  return (
    // The keyboard chooses from the field above, as in any combobox.
    <li id={id} role="option" aria-selected={isChosen} className={styles['hit']} onClick={onPress}>
      <span className={styles['who']}>
        <span className={holder === null ? styles['noName'] : styles['name']}>
          {holder === null ? (
            words.verdict.noHolder
          ) : (
            <Marked text={nameOf(holder)} query={marked} />
          )}
        </span>
        <span className={styles['what']}>
          {ticket_type !== null && <bdi>{ticket_type}</bdi>}
          {seat_label !== null && <Marked text={seat_label} query={query} />}
          {date !== null && <bdi>{date}</bdi>}
        </span>
        {hasNamesake && ticket.ordered_at !== null && (
          <span className={styles['where']}>
            {words.search.ordered(formatDate(ticket.ordered_at, place))}
          </span>
        )}
        {elsewhere.map(({ label, text }) => (
          <span key={text} className={styles['where']}>
            {label !== null && `${label} `}
            <Marked text={text ?? ''} query={query} />
          </span>
        ))}
      </span>
      <StandingMark standing={standingOf(ticket)} />
    </li>
  );
}
