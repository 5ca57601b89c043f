import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { EventOption } from '../../../shared/station/api.ts';
import { DiagnosisPanel } from '../../components/diagnosis-panel.tsx';
import { useDoor, useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { diagnose } from '../../state/diagnosis.ts';
import { formatDayTime, knownZone } from '../../state/words/format.ts';
import { StatusBar } from '../door/status-bar.tsx';
import styles from './choose-event-screen.module.css';

/** The events that the server grants; what stands in the way where there are none, or they may be old. */
export function ChooseEventScreen(): ReactElement {
  const { choose } = useWords();
  const hasEvents = useDoorState(({ station }) => (station?.events.length ?? 0) > 0);
  const isBlocked = useDoorState(({ station }) => station !== null && diagnose(station) !== null);
  return (
    <Page
      title={choose.title}
      intro={hasEvents ? choose.intro : choose.noList}
      foot={<StatusBar isDoor={false} />}
    >
      <div className={styles['parts']}>
        {hasEvents && <Events />}
        <DiagnosisPanel />
        {!hasEvents && !isBlocked && <Asking />}
      </div>
    </Page>
  );
}

function Events(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { locale } = usePlace();
  const events = useDoorState(({ station }) => station?.events ?? none);
  return (
    <ListBox
      className={styles['list'] ?? ''}
      aria-label={words.actions.event}
      items={events}
      autoFocus="first"
      onAction={(key) => void door.ask({ kind: 'select_event', event: String(key) })}
    >
      {(event: EventOption) => (
        <ListBoxItem id={event.reference} textValue={event.name} className={styles['event'] ?? ''}>
          <span className={styles['name']} dir="auto">
            {event.name}
          </span>
          {event.starts_at !== null && (
            <span className={styles['when']}>
              {formatDayTime(event.starts_at, { locale, zone: knownZone(event.timezone) })}
            </span>
          )}
        </ListBoxItem>
      )}
    </ListBox>
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
