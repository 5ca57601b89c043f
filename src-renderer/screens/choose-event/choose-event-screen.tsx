import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { EventOption } from '../../../shared/station/api.ts';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { formatDayTime, knownZone } from '../../state/words/format.ts';
import styles from './choose-event-screen.module.css';

export function ChooseEventScreen(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const locale = useDoorState(({ station }) => station?.locale ?? 'en');
  const events = useDoorState(({ station }) => station?.events ?? none);
  return (
    <Page title={words.choose.title} intro={words.choose.intro}>
      <ListBox
        className={styles['list'] ?? ''}
        aria-label={words.actions.event}
        items={events}
        autoFocus="first"
        onAction={(key) => void door.ask({ kind: 'select_event', event: String(key) })}
        renderEmptyState={() => <p className={styles['empty']}>{words.choose.empty}</p>}
      >
        {(event: EventOption) => (
          <ListBoxItem
            id={event.reference}
            textValue={event.name}
            className={styles['event'] ?? ''}
          >
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
    </Page>
  );
}

const none: readonly EventOption[] = [];
