import type { ReactElement } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './choice.module.css';
import { Keys } from './keys.tsx';

interface Props<Id extends string> {
  readonly label: string;
  readonly keys?: readonly string[];
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/** A few choices side by side. */
export function Choice<Id extends string>({
  label,
  keys,
  options,
  selected,
  onSelect,
}: Props<Id>): ReactElement {
  return (
    <RadioGroup
      className={styles['choice'] ?? ''}
      value={selected}
      onChange={(value) => {
        const chosen = options.find(({ id }) => id === value);
        if (chosen !== undefined) onSelect(chosen.id);
      }}
      orientation="horizontal"
    >
      <div className={styles['head']}>
        <Label className={styles['label'] ?? ''}>{label}</Label>
        {keys !== undefined && <Keys keys={keys} />}
      </div>
      <div className={styles['options']}>
        {options.map(({ id, name }) => (
          <Radio key={id} value={id} className={styles['option'] ?? ''}>
            {name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
