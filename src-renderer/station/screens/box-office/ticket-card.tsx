import { ArrowLeftRight, ArrowRight, Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { TicketSummary } from '../../../../shared/station/box-office.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { LabelButton } from '../../components/label-button.tsx';
import { Said, SaidAnswers } from '../../components/said.tsx';
import { Keys } from '../../../components/keys.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { checkIn, isUndoable, undo } from '../../state/door-actions.ts';
import { isJustIn, type TicketHelp } from '../../state/verdict/reason-view.ts';
import { joinFacts } from '../../state/verdict/fact-words.ts';
import { helpFor, standingOf } from './ticket-standing.ts';
import { ticketLine } from '../../components/ticket-line.ts';
import { keyFactOf } from '../../components/key-fact.ts';
import { StandingMark } from './standing-mark.tsx';
import styles from './ticket-card.module.css';

interface Props {
  readonly ticket: TicketSummary;
  readonly isChosen: boolean;
  /** False while the station cannot be reached. */
  readonly canAct: boolean;
  /** Help that is shown once for the whole order. */
  readonly sharedHelp: ReadonlySet<TicketHelp>;
  readonly onChange: () => void;
}

/** A ticket of the order: holder, type and check-in; or why it cannot be checked in, and what would help. */
export function TicketCard({
  ticket,
  isChosen,
  canAct,
  sharedHelp,
  onChange,
}: Props): ReactElement {
  const words = useWords();
  const place = usePlace();
  const standing = standingOf(ticket);
  const facts = ticketLine(ticket, place);
  const card = useKeptFocus<HTMLLIElement>();
  const { nameOf } = useNames();
  return (
    <li {...card} className={styles['card']} data-chosen={isChosen} data-ticket={ticket.ticket}>
      <div className={styles['what']}>
        <p className={styles['holder']}>
          <bdi>{ticket.holder === null ? words.verdict.noHolder : nameOf(ticket.holder)}</bdi>
        </p>
        <p className={styles['facts']}>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </p>
        {ticket.entry_points !== null && (
          <p className={styles['entrances']}>
            <ArrowRight size={16} aria-hidden="true" />
            {words.order.entrances}: {ticket.entry_points.join(', ') || words.verdict.nowhere}
          </p>
        )}
        {ticket.re_entry === 'allowed' && (
          <p className={styles['entrances']}>
            <ArrowLeftRight size={16} aria-hidden="true" />
            {joinFacts([
              ticket.check_in.re_entry === true ? words.verdict.returning : null,
              words.order.reEntry,
            ])}
          </p>
        )}
        <div className={styles['said']}>
          <Said of={ticket} />
          <SaidAnswers of={ticket} />
        </div>
      </div>
      <div className={styles['side']}>
        <StandingMark standing={standing} />
        {standing === 'open' && canAct && (
          <CheckIn ticket={ticket} isChosen={isChosen} onChange={onChange} />
        )}
      </div>
      {standing !== 'open' && <WhyNot ticket={ticket} sharedHelp={sharedHelp} />}
      {standing === 'in' && canAct && <WhoIsIn ticket={ticket} />}
    </li>
  );
}

/** What can be done about somebody who is in: their label once more; and undone, if this station let them in. */
function WhoIsIn({ ticket }: Pick<Props, 'ticket'>): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { nameOf } = useNames();
  const scan = useDoorState(({ recent }) =>
    recent.find((one) => one.ticket === ticket.ticket && isUndoable(one)),
  );
  const holder = ticket.holder === null ? words.verdict.noHolder : nameOf(ticket.holder);
  return (
    <div className={styles['ways']}>
      <LabelButton of={ticket} />
      {scan !== undefined && (
        <Button
          aria-label={`${words.corrections.undo}: ${holder}`}
          onPress={() => void undo(door, scan)}
        >
          <Undo2 size={20} aria-hidden="true" />
          {words.corrections.undo}
        </Button>
      )}
    </div>
  );
}

type CheckInProps = Pick<Props, 'ticket' | 'isChosen' | 'onChange'>;

function CheckIn({ ticket, isChosen, onChange }: CheckInProps): ReactElement {
  const door = useDoor();
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const { nameOf } = useNames();
  const holder = ticket.holder === null ? words.verdict.noHolder : nameOf(ticket.holder);
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    await checkIn(door, ticket.ticket);
    onChange();
    setBusy(false);
  };
  return (
    <Button
      look={isChosen ? 'main' : 'plain'}
      aria-label={`${words.order.checkIn}: ${holder}`}
      onPress={() => void press()}
    >
      {words.order.checkIn}
      {isChosen && (
        <span className={styles['key']}>
          <Keys keys={['⏎']} />
        </span>
      )}
    </Button>
  );
}

/** When and where it was used, when it would be valid, or why it never will be; and what to do. */
function WhyNot({ ticket, sharedHelp }: Pick<Props, 'ticket' | 'sharedHelp'>): ReactElement {
  const words = useWords();
  const place = usePlace();
  const now = useNow();
  const { check_in: checkIn } = ticket;
  const isNew = isJustIn(checkIn, now);
  const judged = {
    ...checkIn,
    note: isNew || checkIn.note !== 'just_in' ? checkIn.note : undefined,
    scanned_at: new Date(now).toISOString(),
    right_entry_points: ticket.entry_points ?? [],
  };
  const fact = keyFactOf(judged, words, place, null);
  const help = helpFor(checkIn, now);
  return (
    <div className={styles['why']}>
      {isNew && <p className={styles['fact']}>{words.order.justNow}</p>}
      {fact !== null && (
        <p>
          {fact.label !== null && `${fact.label} `}
          <bdi className={styles['fact']}>{fact.value}</bdi>
        </p>
      )}
      {help !== null && !sharedHelp.has(help) && <p>{words.order.help[help]}</p>}
    </div>
  );
}
