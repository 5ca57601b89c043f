import { Cable, FlaskConical, Server } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { Page } from '../../components/page.tsx';
import { goToStep, runServer } from './first-run-actions.ts';
import { StatusBar } from '../../components/status-bar.tsx';
import { Trouble } from '../../components/trouble.tsx';
import styles from './first-run.module.css';

/** The first decisions: the language, and what this device is for. */
export function Cards(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const trouble = useDoorState((state) => state.trouble);
  const { title, intro, cards } = words.firstRun;
  const ways = [
    { id: 'demo', icon: FlaskConical, go: () => void runServer(door, { kind: 'demo' }) },
    { id: 'here', icon: Server, go: () => goToStep(door, 'organiser') },
    { id: 'connect', icon: Cable, go: () => goToStep(door, 'connect') },
  ] as const;
  return (
    <Page
      title={title}
      intro={intro}
      width="wide"
      withTrouble={false}
      foot={<StatusBar isDoor={false} />}
    >
      <div className={styles['language']}>
        <LanguageChoice />
      </div>
      <div className={styles['cards']}>
        {ways.map(({ id, icon: Icon, go }, place) => (
          <AriaButton
            key={id}
            className={styles['card'] ?? ''}
            autoFocus={place === 0}
            onPress={go}
          >
            <Icon className={styles['icon']} size={32} aria-hidden="true" />
            <span className={styles['name']}>{cards[id].title}</span>
            <span className={styles['text']}>{cards[id].text}</span>
          </AriaButton>
        ))}
      </div>
      <Trouble error={trouble} />
    </Page>
  );
}
