import type { ReactElement } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './choice.module.css';
import { Keys } from './keys.tsx';

interface Props {
  readonly label: string;
  readonly keys?: readonly string[];
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** A few choices side by side. */
export function Choice({ label, keys, options, selected, onSelect }: Props): ReactElement {
  return (
    <RadioGroup
      className={styles['choice'] ?? ''}
      value={selected}
      onChange={onSelect}
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
