import type { ReactElement } from 'react';
import type { TicketSummary } from '../../../shared/station/box-office.ts';
import { findWords } from '../../../shared/search-text.ts';
import { usePlace, useWords } from '../../components/door-context.tsx';
import { useNames } from '../../components/use-names.ts';
import { Marked } from '../../components/marked.tsx';
import { standingOf } from '../../state/ticket-standing.ts';
import { formatDayTime } from '../../state/words/format.ts';
import styles from './search-pane.module.css';
import { shortOrder } from './short-order.ts';
import { StandingMark } from './standing-mark.tsx';

interface Props {
  readonly id: string;
  readonly ticket: TicketSummary;
  readonly query: string;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

/** A ticket that was found: who and what, how it stands, and where the query was found when that is neither name nor seat. */
export function Hit({ id, ticket, query, isChosen, onPress }: Props): ReactElement {
  const words = useWords();
  const place = usePlace();
  const { holder, ticket_type, seat_label, session, email, order } = ticket;
  const { areHidden, nameOf } = useNames();
  // What was typed must not be found again in initials.
  const marked = areHidden ? '' : query;
  const date =
    session === null ? null : formatDayTime(session.starts_at, place).replaceAll(' ', '\u00a0');
  const elsewhere = [
    { label: null, text: areHidden ? null : email },
    { label: words.order.label, text: order === null ? null : shortOrder(order) },
  ].filter(({ text }) => text !== null && findWords(text, query).length > 0);
  return (
    // The keyboard chooses from the field above, as in every combobox.
    <li id={id} role="option" aria-selected={isChosen} className={styles['hit']} onClick={onPress}>
      <span className={styles['who']}>
        <span className={holder === null ? styles['noName'] : styles['name']}>
          {holder === null ? (
            words.search.noHolder
          ) : (
            <Marked text={nameOf(holder)} query={marked} />
          )}
        </span>
        <span className={styles['what']}>
          {ticket_type !== null && <bdi>{ticket_type}</bdi>}
          {seat_label !== null && <Marked text={seat_label} query={query} />}
          {date !== null && <bdi>{date}</bdi>}
        </span>
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
