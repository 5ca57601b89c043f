import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { lookUp } from '../../state/door-actions.ts';
import { isKiosk } from '../../state/door-state.ts';
import type { Signal } from '../../state/verdict/outcome-signal.ts';
import { ariaShortcut, shortcutLabels } from '../../state/shortcuts.ts';
import { Button, WithHint } from '../../../components/button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';

/** After a code that names no ticket here: finds the holder by name, order or seat. A kiosk has no box office. */
export function LookUpButton({ signal }: { readonly signal: Signal }): ReactElement | null {
  const door = useDoor();
  const { typed } = useWords();
  const hasOnlyDoor = useDoorState(isKiosk);
  if (hasOnlyDoor || (signal !== 'unknown' && signal !== 'unreadable')) return null;
  return (
    <WithHint label={typed.lookUp} keys={shortcutLabels.boxOffice}>
      <Button aria-keyshortcuts={ariaShortcut('boxOffice')} onPress={() => lookUp(door, '')}>
        <Search size={20} aria-hidden="true" />
        {typed.lookUp}
      </Button>
    </WithHint>
  );
}
