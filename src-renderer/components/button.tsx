import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { ButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { Keys } from './keys.tsx';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly children: ReactNode;
  readonly look?: 'plain' | 'main' | 'quiet' | 'icon';
}

export function Button({ look = 'plain', children, ...rest }: Props): ReactElement {
  return (
    <AriaButton {...rest} className={`${styles['button']} ${styles[look]}`}>
      {children}
    </AriaButton>
  );
}

interface HintProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly children: ReactElement;
}

/** Tells what a button does and its key, on hover and on focus. */
export function WithHint({ label, keys, children }: HintProps): ReactElement {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className={styles['hint'] ?? ''} offset={8}>
        {label} <Keys keys={keys} />
      </Tooltip>
    </TooltipTrigger>
  );
}
