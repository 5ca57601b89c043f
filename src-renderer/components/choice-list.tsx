import layout from './layout.module.css';
import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import styles from './choice-list.module.css';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly note: string | null;
}

interface Props {
  readonly label: string;
  readonly items: readonly Item[];
  readonly onChoose: (id: string) => void;
}

/** A single decision: all choices as a vertical list. A press or Enter chooses. */
export function ChoiceList({ label, items, onChoose }: Props): ReactElement {
  return (
    <ListBox
      className={styles['list'] ?? ''}
      aria-label={label}
      items={items}
      autoFocus="first"
      onAction={(key) => onChoose(String(key))}
    >
      {({ id, name, note }: Item) => (
        <ListBoxItem id={id} textValue={name} className={styles['choice'] ?? ''}>
          <span className={styles['name']} dir="auto">
            {name}
          </span>
          {note !== null && <span className={layout['quiet']}>{note}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
