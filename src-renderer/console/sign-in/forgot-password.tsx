import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useConsole, useWords } from '../data/console-context.tsx';
import { isCallError } from '../transport/call-error.ts';
import { Gate } from './gate.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { useAttempt } from './use-attempt.ts';
import { Refused } from '../components/trouble.tsx';
import styles from './gate.module.css';

interface Props {
  /** What was typed at sign-in. */
  readonly email: string;
  readonly onBack: () => void;
}

/** Asks for a link that sets a new password. Whether there is such an account is not said. */
export function ForgotPassword({ email: typed, onBack }: Props): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const words = signIn.forgot;
  const [email, setEmail] = useState(typed);
  const [isSent, setIsSent] = useState(false);
  const attempt = useAttempt();
  const hasNoMail = isCallError(attempt.error, 'mail.not_configured');
  const back = (
    <Button look="quiet" onPress={onBack}>
      {words.back}
    </Button>
  );
  if (isSent) {
    return (
      <Gate title={words.sent}>
        <p role="status">{words.sentNext(email.trim())}</p>
        {back}
      </Gate>
    );
  }
  return (
    <Gate title={words.title} lead={words.lead}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await call('sign-in.forgot', { email: email.trim() });
            setIsSent(true);
          });
        }}
      >
        <Field
          label={signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(next) => {
            setEmail(next);
            attempt.forget();
          }}
        />
        {hasNoMail && <Refused>{words.noMail}</Refused>}
        <SubmitAttempt error={hasNoMail ? null : attempt.error}>{words.send}</SubmitAttempt>
      </form>
      {back}
    </Gate>
  );
}
