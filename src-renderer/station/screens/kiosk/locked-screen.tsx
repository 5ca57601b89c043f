import { Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useDoor, useWords } from '../../components/door-context.tsx';
import { Page } from '../../components/page.tsx';
import { runAction } from '../../state/door-actions.ts';
import { ariaShortcut } from '../../state/shortcuts.ts';

/** A kiosk without a door to show: opening one is up to whoever has the PIN. */
export function LockedScreen(): ReactElement {
  const door = useDoor();
  const { kiosk: words } = useWords();
  return (
    <Page title={words.locked} intro={words.lockedNext}>
      <div>
        <Button aria-keyshortcuts={ariaShortcut('kiosk')} onPress={() => runAction(door, 'kiosk')}>
          <Lock size={20} aria-hidden="true" />
          {words.leave}
        </Button>
      </div>
    </Page>
  );
}
