import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { withKeys } from '../../../components/button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Keys } from '../../../components/keys.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { runAction } from '../../state/door-actions.ts';
import { isKiosk } from '../../state/door-state.ts';
import { actions, ariaShortcut, kioskActions, shortcutLabels } from '../../state/shortcuts.ts';
import styles from './help-sheet.module.css';

/** Every shortcut. Pressing a row does the same as its key. */
export function HelpSheet(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const hasOnlyDoor = useDoorState(isKiosk);
  return (
    <Sheet title={words.actions.help}>
      <p className={styles['intro']}>{words.help.intro}</p>
      <h3 className={styles['title']}>{words.help.everywhere}</h3>
      <ul>
        {(hasOnlyDoor ? kioskActions : actions).map((action) => (
          <li key={action}>
            <Button
              className={styles['row'] ?? ''}
              render={withKeys(ariaShortcut(action))}
              onPress={() => runAction(door, action)}
            >
              <span>{words.actions[action]}</span>
              <Keys keys={shortcutLabels[action]} />
            </Button>
          </li>
        ))}
        <Row label={words.actions.close} keys={['Esc']} />
      </ul>
      <h3 className={styles['title']}>{words.help.list}</h3>
      <ul>
        <Row label={words.help.move} keys={['↑', '↓']} />
        <Row label={words.help.open} keys={['Enter']} />
      </ul>
    </Sheet>
  );
}

interface RowProps {
  readonly label: string;
  readonly keys: readonly string[];
}

function Row({ label, keys }: RowProps): ReactElement {
  return (
    <li className={styles['row']}>
      <span>{label}</span>
      <Keys keys={keys} />
    </li>
  );
}
