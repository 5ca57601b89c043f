import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button, type ButtonLook } from '../../components/button.tsx';
import type { MenuContent, MenuFocus } from './menu-popover.tsx';

const load = () => import('./menu-popover.tsx');
const MenuPopover = lazy(async () => ({ default: (await load()).MenuPopover }));

interface Props extends MenuContent {
  /** Of the button, where its content does not name it. */
  readonly buttonLabel?: string;
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** A button with a menu. The menu's code is no part of the first page: it comes when the button is pointed at, focused or pressed. */
export function MenuButton({
  buttonLabel,
  look = 'plain',
  children,
  ...menu
}: Props): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [focus, setFocus] = useState<MenuFocus | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  // Once the menu is gone, so that a dialog which it opens gives the focus back to the button.
  useEffect(() => {
    const act = chosen.current;
    if (focus !== null || act === null) return;
    chosen.current = null;
    button.current?.focus();
    act();
  }, [focus]);
  return (
    <>
      <Button
        ref={button}
        look={look}
        aria-haspopup="menu"
        aria-expanded={focus !== null}
        {...(buttonLabel !== undefined && { 'aria-label': buttonLabel })}
        onHoverStart={() => void load()}
        onFocus={() => void load()}
        onPress={({ pointerType }) =>
          setFocus(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : 'menu')
        }
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setFocus('first');
          else if (event.key === 'ArrowUp') setFocus('last');
          else event.continuePropagation();
        }}
      >
        {children}
      </Button>
      {focus !== null && (
        <Suspense>
          <MenuPopover
            {...menu}
            button={button}
            focus={focus}
            onChoose={(act) => {
              chosen.current = act;
            }}
            onClose={() => setFocus(null)}
          />
        </Suspense>
      )}
    </>
  );
}
