import { Check, ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import type { PickerName } from '../../state/door-state.ts';
import { ariaShortcut, shortcutLabels } from '../../state/shortcuts.ts';
import { WithHint, withKeys } from '../../../components/button.tsx';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import menu from '../../../components/dropdown.module.css';
import styles from './picker.module.css';

export interface PickerOption {
  readonly id: string;
  readonly name: string;
  readonly note: string | null;
}

interface Props {
  readonly name: PickerName;
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** A choice in the top bar. Its shortcut opens it; arrows, type-ahead and Enter choose. */
export function Picker({ name, label, options, selected, onSelect }: Props): ReactElement {
  const door = useDoor();
  const isOpen = useDoorState(({ picker }) => picker === name);
  return (
    <Select
      className={styles['picker'] ?? ''}
      aria-label={label}
      value={selected}
      isOpen={isOpen}
      onOpenChange={(open) => door.store.setState({ picker: open ? name : null })}
      onChange={(key) => {
        if (key !== null && key !== selected) onSelect(String(key));
      }}
    >
      <WithHint label={label} keys={shortcutLabels[name]}>
        <Button className={styles['button'] ?? ''} render={withKeys(ariaShortcut(name))}>
          <SelectValue className={styles['value'] ?? ''}>
            {({ selectedText }) => <span dir="auto">{selectedText}</span>}
          </SelectValue>
          <ChevronDown size={18} className={menu['chevron']} />
        </Button>
      </WithHint>
      <Popover className={styles['popover'] ?? ''} placement="bottom start" offset={6}>
        <ListBox className={menu['list'] ?? ''} items={options}>
          {({ id, name: text, note }) => (
            <ListBoxItem
              id={id}
              textValue={text}
              className={`${menu['option']} ${styles['option']}`}
            >
              {({ isSelected }) => (
                <>
                  <span className={styles['text']}>
                    <span dir="auto">{text}</span>
                    {note !== null && <span className={styles['note']}>{note}</span>}
                  </span>
                  {isSelected && <Check size={18} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
