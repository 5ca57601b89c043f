import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useDoorState } from '../../components/door-context.tsx';
import { roleOf } from '../../state/signal.ts';
import { dataOfEntry, signalOfEntry } from '../../state/verdict-board.ts';
import { IdlePanel } from './idle-panel.tsx';
import { ShownVerdict } from './shown-verdict.tsx';
import styles from './verdict-panel.module.css';
import { WaitingVerdicts } from './waiting-verdicts.tsx';

/**
 * The verdict region: one live region for the life of the screen, whose content changes. The component library hides what is outside
 * a dialog from screen readers; `data-live-announcer` keeps the verdict heard, and reachable, while one is open.
 */
export function VerdictPanel(): ReactElement {
  const shown = useDoorState(({ board }) => board.shown);
  const isAway = useDoorState(({ carrier }) => carrier !== 'present');
  const checking = useDoorState((state) => state.checking);
  const unanswered = useDoorState((state) => state.unanswered);
  const panel = useRef<HTMLElement>(null);
  const serial = shown?.serial;
  // Where the column is scrolled to, a new verdict comes back into sight.
  useEffect(() => {
    if (serial !== undefined) panel.current?.scrollIntoView({ block: 'start' });
  }, [serial]);
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
        data-dimmed={verdict?.dimmed}
        {...(verdict === null ? {} : dataOfEntry(verdict.entry))}
      >
        {verdict === null ? <IdlePanel /> : <ShownVerdict key={verdict.serial} verdict={verdict} />}
      </div>
      <WaitingVerdicts />
    </section>
  );
}
