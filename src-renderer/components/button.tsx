import { useState } from 'react';
import type { ComponentProps, ReactElement, ReactNode, Ref } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { ButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { Keys } from './keys.tsx';

export type ButtonLook = 'plain' | 'main' | 'danger' | 'quiet' | 'icon';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly children: ReactNode;
  readonly look?: ButtonLook;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-keyshortcuts'?: string;
}

export function Button({
  look = 'plain',
  children,
  'aria-keyshortcuts': keys,
  ...rest
}: Props): ReactElement {
  return (
    <AriaButton
      {...rest}
      className={`${styles['button']} ${styles[look] ?? ''}`}
      {...(keys !== undefined && { render: withKeys(keys) })}
    >
      {children}
    </AriaButton>
  );
}

/** For a button's `render`: React Aria passes its keys on to no element. */
export function withKeys(keys: string): (props: ComponentProps<'button'>) => ReactElement {
  return (props) => <button {...props} aria-keyshortcuts={keys} />;
}

interface HintProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly children: ReactElement;
}

/**
 * A tooltip with a button's action and key, on hover and focus. It is next to the button in the document too, and so in the same
 * landmark.
 */
export function WithHint({ label, keys, children }: HintProps): ReactElement {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <TooltipTrigger delay={500} closeDelay={0}>
        {children}
        <Tooltip
          className={styles['hint'] ?? ''}
          offset={8}
          {...(place !== null && { UNSTABLE_portalContainer: place })}
        >
          {label} <Keys keys={keys} />
        </Tooltip>
      </TooltipTrigger>
      <span ref={setPlace} className={styles['hints']} />
    </>
  );
}
