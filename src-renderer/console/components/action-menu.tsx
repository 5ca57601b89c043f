import { MoreHorizontal } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';
import styles from './menu.module.css';

export interface Action {
  readonly id: string;
  readonly name: string;
  readonly isDangerous?: boolean;
  readonly onAction: () => void;
}

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
    <MenuTrigger>
      <Button look={children === undefined ? 'icon' : 'plain'} aria-label={label ?? shell.actions}>
        {children ?? <MoreHorizontal size={18} aria-hidden="true" />}
      </Button>
      <Popover className={styles['popover'] ?? ''} placement="bottom end">
        <Menu className={styles['menu'] ?? ''} aria-label={label ?? shell.actions}>
          {actions.map(({ id, name, isDangerous = false, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              onAction={onAction}
              className={`${styles['item']} ${isDangerous ? styles['dangerous'] : ''}`}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
