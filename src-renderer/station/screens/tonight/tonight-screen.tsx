import layout from '../../../components/layout.module.css';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactElement, useId, useRef } from 'react';
import type { CommandResult } from '../../../../shared/station/results.ts';
import type { EventFigures, Fleet } from '../../../../shared/station/supervision.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { runAction, showConflicts } from '../../state/door-actions.ts';
import { openConflicts } from '../../state/door-state.ts';
import { gradeOf, linesOf } from '../../state/self-test.ts';
import { ariaShortcut } from '../../state/shortcuts.ts';
import { fleetRows } from './fleet-trouble.ts';
import {
  formatAge,
  formatClock,
  formatDayTime,
  formatNumber,
  formatShare,
  formatTime,
} from '../../i18n/format.ts';
import { gradeIcons } from '../self-test/grade-icons.ts';
import { Corrections } from './corrections.tsx';
import { ArrivalsCard, Denials, EntryPoints, Presence, TicketTypes } from './evening.tsx';
import { Inside } from '../door/counters.tsx';
import { FleetSection } from './fleet-section.tsx';
import { Message } from '../../../components/message.tsx';
import styles from './tonight-screen.module.css';
import { useRepeatedAnswer, type Repeated } from './use-repeated-answer.ts';

const HALF_DAY_MS = 12 * 60 * 60_000;

const figuresOf: Repeated<EventFigures> = {
  command: { kind: 'read_figures' },
  valueOf: (result: CommandResult) => (result.ok && 'figures' in result ? result.figures : null),
  everyMs: 15_000,
  soonestMs: 3_000,
};

/** How often to refresh, in milliseconds: each refresh is a request, and stations report every half minute. */
const fleetOf: Repeated<Fleet> = {
  command: { kind: 'read_stations' },
  valueOf: (result: CommandResult) => (result.ok && 'fleet' in result ? result.fleet : null),
  everyMs: 30_000,
  soonestMs: 5_000,
};

/** How the evening is going, for supervisors. Changing the event starts over. */
export function TonightScreen(): ReactElement {
  const event = useDoorState(({ station }) => station?.event?.reference ?? '');
  return <Evening key={event} />;
}

function Evening(): ReactElement {
  const { actions, tonight } = useWords();
  const place = usePlace();
  const title = useId();
  const stations = useRef<HTMLDivElement>(null);
  const counted = useDoorState(({ station, recent }) =>
    [station?.counters.admitted_total, recent[0]?.reference].join(' '),
  );
  const connection = useDoorState(({ station }) => station?.sync.connection.kind ?? '');
  const figures = useRepeatedAnswer(figuresOf, counted);
  const fleet = useRepeatedAnswer(fleetOf, connection);
  return (
    <main className={styles['main']} aria-labelledby={title}>
      <div className={styles['head']}>
        <h2 id={title} className={styles['title']}>
          {actions.tonight}
        </h2>
        {figures.value !== null && (
          <p className={styles['moment']}>
            {tonight.countedAt(formatClock(Date.parse(figures.value.at), place))}
          </p>
        )}
      </div>
      <div
        {...useScrollable<HTMLDivElement>()}
        className={`${layout['scroll']} ${styles['rooms']}`}
      >
        <div className={styles['sections']}>
          <div className={styles['first']}>
            <Admitted />
            <div className={styles['shorts']}>
              <FleetInShort
                fleet={fleet.refusal === null ? fleet.value : null}
                show={() => stations.current?.scrollIntoView({ block: 'start' })}
              />
              <ConflictsInShort />
              <SelfTestInShort />
            </div>
            <Notes />
          </div>
          <Figures {...figures} />
          <div ref={stations} className={styles['stations']}>
            <FleetSection {...fleet} />
          </div>
        </div>
      </div>
    </main>
  );
}

/** Updated with every scan; the charts below lag behind. */
function Admitted(): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const counters = useDoorState(({ station }) => station?.counters ?? null);
  // Until all tickets have loaded, their number would keep growing.
  const isWhole = useDoorState(({ station }) => station?.phase.kind !== 'importing');
  const admitted = counters?.admitted_total ?? 0;
  const expected = isWhole ? (counters?.expected ?? 0) : 0;
  const share = formatShare(admitted, expected, locale);
  return (
    <section className={styles['admitted']} aria-label={words.counters.title}>
      <strong className={styles['figure']}>{formatNumber(admitted, locale)}</strong>{' '}
      <span className={styles['of']}>
        {words.tonight.of(share === null ? '–' : formatNumber(expected, locale))}
      </span>{' '}
      {share !== null && <span className={styles['share']}>{share}</span>}
      <Inside />
    </section>
  );
}

interface FleetInShortProps {
  readonly fleet: Fleet | null;
  readonly show: () => void;
}

/** Whether any station needs attention; the list itself is at the end of the page. */
function FleetInShort({ fleet, show }: FleetInShortProps): ReactElement {
  const { fleet: words } = useWords();
  const inTrouble = fleet === null ? 0 : fleetRows(fleet).filter(hasTrouble).length;
  return (
    <p className={styles['short']} role="status">
      {fleet !== null && (
        <Button look="quiet" onPress={show}>
          <span className={styles['sign']} data-troubled={inTrouble > 0}>
            {inTrouble > 0 ? (
              <TriangleAlert size={20} aria-hidden="true" />
            ) : (
              <CircleCheck size={20} aria-hidden="true" />
            )}
          </span>
          {inTrouble > 0 ? words.inTrouble(inTrouble) : words.well}
        </Button>
      )}
    </p>
  );
}

function ConflictsInShort(): ReactElement | null {
  const door = useDoor();
  const { status } = useWords();
  const open = useDoorState(openConflicts);
  if (open === 0) return null;
  return (
    <Button look="quiet" onPress={() => showConflicts(door)}>
      <span className={styles['sign']} data-troubled>
        <TriangleAlert size={20} aria-hidden="true" />
      </span>
      {status.conflicts(open)}
    </Button>
  );
}

/** The last self-test of this station, and a button to run it. A result for another evening or station does not count. */
function SelfTestInShort(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { locale } = usePlace();
  const now = useNow();
  const result = useDoorState(({ selfTest, station }) =>
    selfTest?.event === station?.event?.name && selfTest?.station === station?.client_id
      ? selfTest
      : null,
  );
  const grade = result === null ? 'open' : gradeOf(linesOf(result));
  const Icon = gradeIcons[grade];
  const age = result === null ? '' : formatAge(now - Date.parse(result.at), locale);
  return (
    <Button
      look="quiet"
      aria-keyshortcuts={ariaShortcut('selfTest')}
      onPress={() => runAction(door, 'selfTest')}
    >
      <span className={styles['sign']} data-grade={grade}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <span>
        {words.actions.selfTest}
        {' · '}
        {result === null
          ? words.selfTest.never
          : `${words.selfTest.grades[grade]} · ${words.selfTest.last(age)}`}
      </span>
    </Button>
  );
}

function hasTrouble({ troubles }: { readonly troubles: readonly unknown[] }): boolean {
  return troubles.length > 0;
}

/** What the figures are missing, as far as this station knows. */
function Notes(): ReactElement {
  const now = useNow();
  const { tonight } = useWords();
  const place = usePlace();
  const isImporting = useDoorState(({ station }) => station?.phase.kind === 'importing');
  const offlineSince = useDoorState(({ station }) => {
    if (station?.sync.connection.kind !== 'offline') return null;
    return station.sync.fresh_at.scans ?? station.sync.connection.since;
  });
  if (isImporting) return <p className={styles['note']}>{tonight.importing}</p>;
  if (offlineSince === null) return <></>;
  const isLong = now - Date.parse(offlineSince) > HALF_DAY_MS;
  const time = isLong ? formatDayTime(offlineSince, place) : formatTime(offlineSince, place);
  return <p className={styles['note']}>{tonight.offlineSince(time)}</p>;
}

function Figures({
  value,
  refusal,
  readAgain,
}: ReturnType<typeof useRepeatedAnswer<EventFigures>>): ReactElement {
  const { tonight, actions, idle } = useWords();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  return (
    <>
      {refusal !== null && (
        <Message role="alert" className={styles['say']} title={tonight.failed}>
          <Button onPress={readAgain}>{actions.tryAgain}</Button>
        </Message>
      )}
      {value === null && refusal === null && (
        <Message className={styles['say']}>{isAway ? idle.connecting : tonight.counting}</Message>
      )}
      {value !== null && (
        <>
          <ArrivalsCard figures={value} />
          <Presence figures={value} />
          <TicketTypes figures={value} />
          <EntryPoints figures={value} />
          <Denials figures={value} />
          <Corrections figures={value} />
        </>
      )}
    </>
  );
}
