import { useState } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Field } from '../../components/field.tsx';
import { useWords } from '../data/console-context.tsx';
import styles from './password-field.module.css';

interface Props extends Omit<ComponentProps<typeof Field>, 'type' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password, masked until somebody wants to see it. It can be pasted, and filled in by a password manager. */
export function PasswordField(props: Props): ReactElement {
  const { signIn } = useWords();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles['password']}>
      <Field {...props} type={isShown ? 'text' : 'password'} />
      <AriaButton className={styles['switch'] ?? ''} onPress={() => setIsShown(!isShown)}>
        {isShown ? signIn.hidePassword : signIn.showPassword}
      </AriaButton>
    </div>
  );
}
