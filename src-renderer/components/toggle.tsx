import type { ReactElement, ReactNode } from 'react';
import { Switch } from 'react-aria-components';
import styles from './toggle.module.css';

interface Props {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** After the label: the keys that do the same. */
  readonly children?: ReactNode;
}

/** A labelled on/off switch. */
export function Toggle({
  label,
  isOn,
  isDisabled = false,
  onChange,
  children,
}: Props): ReactElement {
  return (
    <Switch
      className={styles['switch'] ?? ''}
      isSelected={isOn}
      isDisabled={isDisabled}
      onChange={onChange}
    >
      <span className={styles['knob']} />
      <span className={styles['label']}>{label}</span>
      {children}
    </Switch>
  );
}
