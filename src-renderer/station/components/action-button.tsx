import type { ReactElement, ReactNode } from 'react';
import { runAction } from '../state/door-actions.ts';
import { ariaShortcut, shortcutLabels, type Action } from '../state/shortcuts.ts';
import { Button, WithHint, type ButtonLook } from '../../components/button.tsx';
import { useDoor } from './door-context.tsx';

interface Props {
  readonly action: Action;
  /** What it does: the hint, and the name of a button that shows only an icon. */
  readonly label: string;
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** A button for an action that has a key, with both in its hint. */
export function ActionButton({ action, label, look = 'plain', children }: Props): ReactElement {
  const door = useDoor();
  return (
    <WithHint label={label} keys={shortcutLabels[action]}>
      <Button
        look={look}
        {...(look === 'icon' && { 'aria-label': label })}
        aria-keyshortcuts={ariaShortcut(action)}
        onPress={() => runAction(door, action)}
      >
        {children}
      </Button>
    </WithHint>
  );
}
