import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useDoorState, useWords } from '../../components/door-context.tsx';
import { OrderResult, VerdictActions } from './verdict-actions.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { roleOf } from '../../state/verdict/outcome-signal.ts';
import { dataOfEntry, signalOfEntry } from '../../state/verdict/verdict-board.ts';
import { IdlePanel } from './idle-panel.tsx';
import { VerdictContent } from '../../components/verdict-content.tsx';
import roles from '../../components/role.module.css';
import styles from './verdict-panel.module.css';

/**
 * The verdict region: one live region for the life of the screen, whose content changes. The component library hides everything
 * outside a dialog from screen readers; `data-live-announcer` keeps the verdict announced and reachable.
 */
export function VerdictPanel(): ReactElement {
  const shown = useDoorState(({ board }) => board.shown);
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const checking = useDoorState((state) => state.checking);
  const unanswered = useDoorState((state) => state.unanswered);
  const panel = useRef<HTMLElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const serial = shown?.serial;
  // If the page is scrolled to the column, a new verdict scrolls back into view.
  useEffect(() => {
    if (serial === undefined) return;
    panel.current?.scrollIntoView({ block: 'start' });
    if (document.activeElement !== document.body) return;
    // Where nothing has the focus, the next Tab leads to what can be done.
    actions.current?.focus({ preventScroll: true });
    actions.current?.blur();
  }, [serial]);
  const isOut = useDoorState(({ station }) => station?.direction === 'out');
  const verdict = checking || (isAway && unanswered > 0) ? null : shown;
  return (
    <section ref={panel} className={styles['panel']}>
      <div
        role="status"
        aria-label="Verdict"
        aria-atomic="true"
        data-live-announcer="true"
        className={styles['region']}
        data-role={verdict === null ? 'none' : roleOf(signalOfEntry(verdict.entry))}
        data-direction={isOut ? 'out' : undefined}
        data-dimmed={verdict?.dimmed}
        data-signal={verdict === null ? undefined : signalOfEntry(verdict.entry)}
        {...(verdict === null ? {} : dataOfEntry(verdict.entry))}
      >
        {verdict === null ? (
          <IdlePanel />
        ) : (
          <VerdictContent key={verdict.serial} verdict={verdict} />
        )}
      </div>
      {verdict !== null && (
        <div
          ref={actions}
          tabIndex={-1}
          className={styles['actions']}
          data-role={roleOf(signalOfEntry(verdict.entry))}
          data-signal={signalOfEntry(verdict.entry)}
          data-dimmed={verdict.dimmed}
        >
          <OrderResult />
          <VerdictActions verdict={verdict} />
        </div>
      )}
      <WrongWay />
      <WaitingVerdicts />
    </section>
  );
}

/** Guests pass the other way than the organiser says that they do here: a sentence, no denial. */
function WrongWay(): ReactElement | null {
  const { corrections: words } = useWords();
  const direction = useDoorState(({ station }) => station?.direction);
  const meant = useDoorState(({ station }) => station?.entry_point?.direction ?? 'both');
  if (meant === 'both' || meant === direction) return null;
  return (
    <p className={styles['wrong']}>
      <TriangleAlert size={22} aria-hidden="true" />
      {meant === 'in' ? words.meantIn : words.meantOut}
    </p>
  );
}

const SHOWN = 6;

/** Queued verdicts, in order. */
function WaitingVerdicts(): ReactElement | null {
  const words = useWords();
  const waiting = useDoorState(({ board }) => board.waiting);
  if (waiting.length === 0) return null;
  return (
    <p className={styles['waiting']}>
      {waiting.slice(0, SHOWN).map(({ entry, serial }) => {
        const signal = signalOfEntry(entry);
        return (
          <span
            key={serial}
            className={`${roles['role']} ${styles['shape']}`}
            data-role={roleOf(signal)}
          >
            <OutcomeShape signal={signal} />
          </span>
        );
      })}
      <span>{words.verdict.waiting(waiting.length)}</span>
    </p>
  );
}
