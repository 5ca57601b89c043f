import type { ReactElement, ReactNode } from 'react';
import type { EventOption } from '../../../../shared/station/state.ts';
import { ChoiceList } from '../../../components/choice-list.tsx';
import { DiagnosisPanel } from '../../components/diagnosis-panel.tsx';
import { useDoor, useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { diagnose } from '../../state/diagnosis.ts';
import { formatDayTime, knownZone } from '../../i18n/format.ts';
import { StatusBar } from '../../components/status-bar.tsx';
import styles from './choose-event-screen.module.css';

interface Props {
  /** The station now works for the chosen event. */
  readonly onChosen?: () => void;
  /** Back to the previous screen. */
  readonly back?: ReactNode;
}

/** The events that the server grants, or the problem if there are none or they may be out of date. */
export function ChooseEventScreen({ onChosen, back }: Props): ReactElement {
  const door = useDoor();
  const { choose } = useWords();
  const hasEvents = useDoorState(({ station }) => (station?.events.length ?? 0) > 0);
  const isBlocked = useDoorState(({ station }) => station !== null && diagnose(station) !== null);
  const select = async (event: string) => {
    const { ok } = await door.ask({ kind: 'select_event', event });
    if (ok) onChosen?.();
  };
  return (
    <Page
      title={choose.title}
      intro={hasEvents ? choose.intro : choose.noList}
      back={back}
      foot={<StatusBar isDoor={false} />}
    >
      <div className={styles['parts']}>
        {hasEvents && <Events onChoose={(event) => void select(event)} />}
        <DiagnosisPanel />
        {!hasEvents && !isBlocked && <Asking />}
      </div>
    </Page>
  );
}

function Events({ onChoose }: { readonly onChoose: (event: string) => void }): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const events = useDoorState(({ station }) => station?.events ?? none);
  return (
    <ChoiceList
      label={words.actions.event}
      items={events.map(({ reference, name, starts_at, timezone }) => ({
        id: reference,
        name,
        note:
          starts_at === null
            ? null
            : formatDayTime(starts_at, { locale, zone: knownZone(timezone) }),
      }))}
      onChoose={onChoose}
    />
  );
}

function Asking(): ReactElement {
  const { choose } = useWords();
  return (
    <p className={styles['asking']} aria-live="polite">
      <strong>{choose.asking}</strong> {choose.askingNext}
    </p>
  );
}

const none: readonly EventOption[] = [];
