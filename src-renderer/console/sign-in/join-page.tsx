import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { PASSWORD_LENGTH } from '../../../shared/console/password-length.ts';
import type { SessionResult } from '../../../shared/console/session-results.ts';
import { Field } from '../../components/field.tsx';
import { useConsole, useFormats, useWords } from '../data/console-context.tsx';
import { Loading } from '../components/loading.tsx';
import { fieldProblem } from '../state/field-problems.ts';
import { readListSearch } from '../state/list-search.ts';
import { isCallError } from '../transport/call-error.ts';
import { Trouble } from '../components/trouble.tsx';
import { Gate } from './gate.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitAttempt } from './submit-attempt.tsx';
import { useAttempt } from './use-attempt.ts';
import styles from './gate.module.css';

/** The page of a one-time link: the first owner's, an invitation, or a reset of the password. */
export function JoinPage(): ReactElement {
  const { call } = useConsole();
  const { signIn } = useWords();
  const [token] = useState(takeToken);
  const { data, error, refetch } = useQuery({
    queryKey: ['link.show', token],
    queryFn: () => call('link.show', { token }),
    retry: false,
    staleTime: Infinity,
  });
  if (token === '' || isCallError(error, 'session.link_ended')) {
    return (
      <Gate title={signIn.join.ended} lead={signIn.join.endedNext}>
        <Link to="/sign-in">{signIn.join.toSignIn}</Link>
      </Gate>
    );
  }
  if (error !== null) {
    return (
      <Gate title={signIn.join.invitation.title('')}>
        <Trouble error={error} onRetry={() => void refetch()} />
      </Gate>
    );
  }
  if (data === undefined) return <Loading />;
  return <JoinForm token={token} link={data} />;
}

/** From the fragment, which no server sees; it is taken out of the address bar, which histories and screenshots keep. */
function takeToken(): string {
  const token = location.hash.slice(1) || kept;
  kept = token;
  if (location.hash !== '')
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return token;
}

/** For as long as this tab shows it: React may mount the page twice. */
let kept = '';

function JoinForm({
  token,
  link: { purpose, email: known, organisers },
}: {
  readonly token: string;
  readonly link: SessionResult<'link.show'>;
}): ReactElement {
  const { call, refresh } = useConsole();
  const { signIn, problems } = useWords();
  const formats = useFormats();
  const router = useRouter();
  const [email, setEmail] = useState(known ?? '');
  const [organiser, setOrganiser] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useAttempt();
  const { to } = useSearch({ strict: false });
  const isOwner = purpose === 'first_owner';
  const isNew = isOwner && organisers.length === 0;
  const { begin } = signIn.join[isOwner ? 'owner' : purpose];
  const title =
    purpose === 'invitation'
      ? signIn.join.invitation.title(formats.list(organisers))
      : signIn.join[isOwner ? 'owner' : 'reset'].title;
  const lead = isOwner ? signIn.join.owner.lead : signIn.join[purpose].lead(known ?? '');
  const errorOf = (field: string) => fieldProblem(problems, attempt.error, field);
  const isAtField = ['email', 'organiser', 'password'].some((field) => errorOf(field) !== null);
  return (
    <Gate title={title} lead={lead}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await call('link.take', {
              token,
              password,
              ...(isOwner && { email: email.trim() }),
              ...(isNew && { organiser: organiser.trim() }),
            });
            await refresh();
            const search = readListSearch({ to });
            await router.navigate({ to: '/sign-in', search, replace: true });
          });
        }}
      >
        {isOwner ? (
          <>
            <Field
              label={signIn.email}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={setEmail}
              error={errorOf('email')}
            />
            {isNew && (
              <Field
                label={signIn.join.owner.organiser}
                hint={signIn.join.owner.organiserHint}
                name="organiser"
                autoComplete="organization"
                value={organiser}
                onChange={setOrganiser}
                error={errorOf('organiser')}
              />
            )}
          </>
        ) : (
          // For password managers, which keep the two together.
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        )}
        <PasswordField
          label={signIn.password}
          hint={signIn.join.passwordHint(PASSWORD_LENGTH.least)}
          name="password"
          autoComplete="new-password"
          autoFocus={!isOwner}
          value={password}
          onChange={setPassword}
          error={errorOf('password')}
        />
        <SubmitAttempt error={isAtField ? null : attempt.error}>{begin}</SubmitAttempt>
      </form>
    </Gate>
  );
}
