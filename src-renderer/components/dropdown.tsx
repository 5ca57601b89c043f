import { Check, ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import styles from './dropdown.module.css';
import fields from './field.module.css';

interface Props {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** A choice of one of many, in a form; one line high when closed. */
export function Dropdown({ label, options, selected, onSelect }: Props): ReactElement {
  return (
    <Select
      className={fields['field'] ?? ''}
      value={selected}
      onChange={(key) => {
        if (key !== null) onSelect(String(key));
      }}
    >
      <Label className={fields['label'] ?? ''}>{label}</Label>
      <Button className={styles['button'] ?? ''}>
        <SelectValue className={styles['value'] ?? ''}>
          {({ selectedText }) => <span dir="auto">{selectedText}</span>}
        </SelectValue>
        <ChevronDown size={18} className={styles['chevron']} aria-hidden="true" />
      </Button>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} items={options}>
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name} className={styles['option'] ?? ''}>
              {({ isSelected }) => (
                <>
                  <span dir="auto">{name}</span>
                  {isSelected && <Check size={18} aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
