import type { ReactElement } from 'react';
import { Refusal } from '../components/trouble.tsx';
import { useWords } from '../data/console-context.tsx';
import { PasskeyError } from '../transport/passkeys.ts';
import styles from '../components/trouble.module.css';

/** Why somebody was not let in. */
export function SignInRefusal({ error }: { readonly error: unknown }): ReactElement | null {
  const { signIn } = useWords();
  if (!(error instanceof PasskeyError)) return <Refusal error={error} />;
  return (
    <p role="alert" className={styles['refusal']}>
      {signIn.passkeyFailed}
    </p>
  );
}
