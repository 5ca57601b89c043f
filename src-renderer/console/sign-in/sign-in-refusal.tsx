import type { ReactElement } from 'react';
import { Refusal } from '../components/trouble.tsx';
import { CallError } from '../transport/call-error.ts';
import { useWords } from '../data/console-context.tsx';
import { PasskeyError } from '../transport/passkeys.ts';
import styles from '../components/trouble.module.css';

/** Why somebody was not let in. */
export function SignInRefusal({ error }: { readonly error: unknown }): ReactElement | null {
  const { signIn } = useWords();
  if (error instanceof CallError && error.errors['code'] !== undefined)
    return <Refusal error={wrongCode} />;
  if (!(error instanceof PasskeyError)) return <Refusal error={error} />;
  return (
    <p role="alert" className={styles['refusal']}>
      {signIn.passkeyFailed}
    </p>
  );
}

/** The server says so in English. */
const wrongCode = new CallError({ code: 'session.sign_in_failed', message: '' });
