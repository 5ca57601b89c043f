import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { useWords } from '../data/console-context.tsx';
import { MenuButton } from './menu-button.tsx';
import styles from './data-table.module.css';

export interface Filter {
  /** The view's input. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** Also says where something new belongs, so it is there before the first row. */
  readonly isPlace?: true;
  /** The filter whose value it belongs to, such as the event of a session: another value ends it. */
  readonly of?: string;
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
  return (
    <span className={styles['chip']} data-on={chosen !== undefined || undefined}>
      <MenuButton
        label={filter.label}
        placement="bottom start"
        chosen={chosen?.id ?? ANY}
        choices={[
          { id: ANY, name: words.any, onAction: () => onChange(undefined) },
          ...filter.choices.map(({ id, name }) => ({ id, name, onAction: () => onChange(id) })),
        ]}
      >
        {filter.label}
        {chosen !== undefined && <strong>{chosen.name}</strong>}
        <ChevronDown size={14} aria-hidden="true" />
      </MenuButton>
    </span>
  );
}
