import { useId } from 'react';
import type { ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import badge from '../../../components/badge.module.css';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { openConflicts } from '../../state/door-state.ts';
import styles from './activity-screen.module.css';
import { ConflictsPane } from './conflicts-pane.tsx';
import { JournalPane } from './journal-pane.tsx';

/** What happened at this station, and conflicts between doors. */
export function ActivityScreen(): ReactElement {
  const { activity, conflicts, actions } = useWords();
  const door = useDoor();
  const tab = useDoorState(({ activityTab }) => activityTab);
  const open = useDoorState(openConflicts);
  const title = useId();
  return (
    <main className={styles['main']} aria-labelledby={title}>
      <Tabs
        className={styles['tabs'] ?? ''}
        selectedKey={tab}
        onSelectionChange={(key) =>
          door.store.setState({ activityTab: key === 'conflicts' ? 'conflicts' : 'journal' })
        }
      >
        <div className={styles['head']}>
          <h2 id={title} className={styles['title']}>
            {actions.activity}
          </h2>
          <TabList className={styles['choices'] ?? ''} aria-label={actions.activity}>
            <Tab id="journal" className={styles['choice'] ?? ''}>
              {activity.title}
            </Tab>
            <Tab id="conflicts" className={styles['choice'] ?? ''}>
              {conflicts.title}
              {open > 0 && <span className={badge['badge']}>{open}</span>}
            </Tab>
          </TabList>
        </div>
        <TabPanel id="journal" className={styles['panel'] ?? ''}>
          <JournalPane />
        </TabPanel>
        <TabPanel id="conflicts" className={styles['panel'] ?? ''}>
          <ConflictsPane />
        </TabPanel>
      </Tabs>
    </main>
  );
}
