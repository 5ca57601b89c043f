import { Check, ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useWords } from '../data/console-context.tsx';
import menu from './menu.module.css';
import styles from './data-table.module.css';

export interface Filter {
  /** The view's input. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
}

interface Props {
  readonly filter: Filter;
  readonly value: string | undefined;
  /** Undefined: any. */
  readonly onChange: (value: string | undefined) => void;
}

const ANY = '*';

/** A filter of a list: a chip that says what is chosen, and a menu of its choices. */
export function FilterMenu({ filter, value, onChange }: Props): ReactElement {
  const { table: words } = useWords();
  const chosen = filter.choices.find(({ id }) => id === value);
  const items = [{ id: ANY, name: words.any }, ...filter.choices];
  return (
    <MenuTrigger>
      <span className={styles['chip']} data-on={chosen !== undefined || undefined}>
        <Button>
          {filter.label}
          {chosen !== undefined && <strong>{chosen.name}</strong>}
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </span>
      <Popover className={menu['popover'] ?? ''} placement="bottom start">
        <Menu
          className={menu['menu'] ?? ''}
          aria-label={filter.label}
          selectionMode="single"
          selectedKeys={[chosen?.id ?? ANY]}
          onAction={(key) => onChange(key === ANY ? undefined : String(key))}
          items={items}
        >
          {({ id, name }) => (
            <MenuItem id={id} textValue={name} className={menu['item'] ?? ''}>
              {({ isSelected }) => (
                <>
                  <span className={styles['grow']}>{name}</span>
                  {isSelected && <Check size={15} aria-hidden="true" />}
                </>
              )}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
