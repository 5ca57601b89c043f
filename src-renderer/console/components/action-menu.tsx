import { MoreHorizontal } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../data/console-context.tsx';
import { MenuButton } from './menu-button.tsx';
import type { Action } from './menu-popover.tsx';

interface Props {
  readonly actions: readonly Action[];
  /** What the button shows instead of three dots. */
  readonly children?: ReactNode;
  readonly label?: string;
}

/** What can be done, behind one button. Renders nothing where there is nothing to do. */
export function ActionMenu({ actions, children, label }: Props): ReactElement | null {
  const { shell } = useWords();
  if (actions.length === 0) return null;
  return (
    <MenuButton
      label={label ?? shell.actions}
      buttonLabel={label ?? shell.actions}
      look={children === undefined ? 'icon' : 'plain'}
      placement="bottom end"
      choices={actions}
    >
      {children ?? <MoreHorizontal size={18} aria-hidden="true" />}
    </MenuButton>
  );
}
