import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { PASSWORD_LENGTH } from '../../../../shared/console/password-length.ts';
import type { OwnPasskey, OwnSession } from '../../../../shared/console/session-results.ts';
import { Button } from '../../../components/button.tsx';
import { useConsole, useConsoleState, useFormats, useWords } from '../../data/console-context.tsx';
import { Confirm } from '../../components/confirm-operation.tsx';
import { Modal } from '../../components/modal.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { AuthenticatorForm, useAuthenticatorOffer } from '../../sign-in/authenticator-form.tsx';
import { AddPasskey } from '../../sign-in/enrol-factor.tsx';
import { RecoveryCodes } from '../../sign-in/recovery-codes.tsx';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { SignInRefusal } from '../../sign-in/sign-in-refusal.tsx';
import { SubmitAttempt } from '../../sign-in/submit-attempt.tsx';
import { useAttempt } from '../../sign-in/use-attempt.ts';
import { browserOf } from '../../state/browser-name.ts';
import { fieldProblem } from '../../state/field-problems.ts';
import { useSettingsWords } from './settings-words.ts';
import styles from './account-settings.module.css';

/** How somebody signs in, and where they are signed in. */
export function AccountSettings(): ReactElement {
  return (
    <div className={styles['parts']}>
      <Passkeys />
      <Authenticator />
      <Recovery />
      <Password />
      <Sessions />
    </div>
  );
}

/** Says what was changed, and reads the account again. */
function useChanged(): (text: string) => Promise<void> {
  const { refresh, notify } = useConsole();
  const queries = useQueryClient();
  return async (text) => {
    notify(text);
    await Promise.all([
      refresh(),
      queries.invalidateQueries({ queryKey: ['account.passkey-list'] }),
      queries.invalidateQueries({ queryKey: ['account.sessions'] }),
    ]);
  };
}

function Passkeys(): ReactElement {
  const { call } = useConsole();
  const settings = useSettingsWords();
  const words = settings.account;
  const attempt = useAttempt();
  const changed = useChanged();
  const [isAdding, setIsAdding] = useState(false);
  const { data } = useQuery({
    queryKey: ['account.passkey-list'],
    queryFn: () => call('account.passkey-list', {}),
  });
  return (
    <Section
      title={words.passkeys}
      actions={<Button onPress={() => setIsAdding(true)}>{words.addPasskey}</Button>}
    >
      <SignInRefusal error={attempt.error} />
      <ul className={styles['list']}>
        {data?.length === 0 && <li>{words.noPasskeys}</li>}
        {data?.map((passkey) => (
          <PasskeyLine
            key={passkey.passkey}
            passkey={passkey}
            onRemove={() =>
              attempt.run(async () => {
                await call('account.passkey-remove', { passkey: passkey.passkey });
                await changed(words.passkeyRemoved);
              })
            }
          />
        ))}
      </ul>
      {isAdding && (
        <Modal title={words.addPasskey} onClose={() => setIsAdding(false)}>
          <AddPasskey
            onAdded={async () => {
              setIsAdding(false);
              await changed(words.passkeyAdded);
            }}
          />
        </Modal>
      )}
    </Section>
  );
}

function Authenticator(): ReactElement {
  const settings = useSettingsWords();
  const words = settings.account;
  const changed = useChanged();
  const isSetUp = useConsoleState(({ account }) => account?.factors.authenticator) ?? false;
  const { offered, error, begin, end } = useAuthenticatorOffer();
  return (
    <Section
      title={words.authenticator}
      actions={<Button onPress={begin}>{isSetUp ? words.replace : words.setUp}</Button>}
    >
      <SignInRefusal error={error} />
      <p>
        <Status
          tone={isSetUp ? 'ok' : 'plain'}
          text={isSetUp ? words.authenticatorOn : words.authenticatorOff}
        />
      </p>
      {offered !== null && (
        <Modal title={words.authenticator} onClose={end}>
          <AuthenticatorForm
            offered={offered}
            onAdded={async () => {
              end();
              await changed(words.authenticatorOn);
            }}
          />
        </Modal>
      )}
    </Section>
  );
}

function Recovery(): ReactElement {
  const { call, refresh } = useConsole();
  const settings = useSettingsWords();
  const { signIn } = useWords();
  const words = settings.account;
  const formats = useFormats();
  const attempt = useAttempt();
  const left = useConsoleState(({ account }) => account?.factors.recovery_codes) ?? 0;
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = () =>
    attempt.run(async () => {
      setCodes((await call('account.recovery-codes', {})).codes);
      setIsAsking(false);
    });
  const close = () => {
    setCodes(null);
    void refresh();
  };
  return (
    <Section
      title={words.recovery}
      actions={
        <Button onPress={left === 0 ? make : () => setIsAsking(true)}>{words.newCodes}</Button>
      }
    >
      <SignInRefusal error={attempt.error} />
      <p>{left === 0 ? words.noneLeft : words.left(formats.number(left))}</p>
      {isAsking && (
        <Confirm
          title={words.newCodes}
          what={words.newCodesWhat}
          isHarmless
          isBusy={attempt.isRunning}
          onClose={() => setIsAsking(false)}
          onConfirm={make}
        />
      )}
      {codes !== null && (
        <Modal title={signIn.enrol.codes.title} isHeld onClose={close}>
          <p>{signIn.enrol.codes.lead}</p>
          <RecoveryCodes codes={codes} onKept={close} />
        </Modal>
      )}
    </Section>
  );
}

function Password(): ReactElement {
  const settings = useSettingsWords();
  const words = settings.account;
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section
      title={words.password}
      actions={<Button onPress={() => setIsChanging(true)}>{words.change}</Button>}
    >
      <p>{words.passwordLead}</p>
      {isChanging && <PasswordDialog onClose={() => setIsChanging(false)} />}
    </Section>
  );
}

function Sessions(): ReactElement {
  const { call } = useConsole();
  const settings = useSettingsWords();
  const words = settings.account;
  const attempt = useAttempt();
  const changed = useChanged();
  const { data } = useQuery({
    queryKey: ['account.sessions'],
    queryFn: () => call('account.sessions', {}),
  });
  const others = data?.filter(({ is_own }) => !is_own) ?? [];
  return (
    <Section
      title={words.sessions}
      actions={
        others.length > 0 && (
          <Button
            onPress={() =>
              attempt.run(async () => {
                for (const { session } of others) await call('account.sign-out', { session });
                await changed(words.othersEnded);
              })
            }
          >
            {words.endOthers}
          </Button>
        )
      }
    >
      <SignInRefusal error={attempt.error} />
      <ul className={styles['list']}>
        {data?.map((session) => (
          <SessionLine
            key={session.session}
            session={session}
            onEnd={() =>
              attempt.run(async () => {
                await call('account.sign-out', { session: session.session });
                await changed(words.ended);
              })
            }
          />
        ))}
      </ul>
    </Section>
  );
}

function PasskeyLine({
  passkey: { name, created_at, used_at },
  onRemove,
}: {
  readonly passkey: OwnPasskey;
  readonly onRemove: () => void;
}): ReactElement {
  const { shell } = useWords();
  const settings = useSettingsWords();
  const formats = useFormats();
  const words = settings.account;
  const times = [
    words.added(formats.day(created_at)),
    ...(used_at === null ? [] : [words.used(formats.day(used_at))]),
  ];
  return (
    <li className={styles['line']}>
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      <span className={styles['note']}>{times.join(' · ')}</span>
      <Button look="quiet" onPress={onRemove} aria-label={shell.labelled(words.remove, name)}>
        {words.remove}
      </Button>
    </li>
  );
}

function SessionLine({
  session: { address, agent, begun_at, is_own },
  onEnd,
}: {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}): ReactElement {
  const { shell } = useWords();
  const settings = useSettingsWords();
  const formats = useFormats();
  const words = settings.account;
  const begun = words.begun(formats.dayTime(begun_at));
  return (
    <li className={styles['line']}>
      <span className={styles['name']}>{address}</span>
      <span className={styles['note']}>
        <span title={agent}>{browserOf(agent)}</span> · {begun}
      </span>
      {is_own ? (
        <span className={styles['note']}>{words.here}</span>
      ) : (
        <Button
          look="quiet"
          onPress={onEnd}
          aria-label={shell.labelled(words.end, `${address}, ${browserOf(agent)}, ${begun}`)}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}

function PasswordDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { call, refresh, notify } = useConsole();
  const settings = useSettingsWords();
  const { problems, signIn } = useWords();
  const words = settings.account;
  const hasPassword = useConsoleState(({ account }) => account?.has_password) ?? false;
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const attempt = useAttempt();
  const wrongNext = fieldProblem(problems, attempt.error, 'next');
  const wrongPresent = fieldProblem(problems, attempt.error, 'password');
  return (
    <Modal title={words.change} onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          attempt.run(async () => {
            await call('account.password', { password, next });
            notify(words.changed);
            await refresh();
          });
        }}
      >
        {hasPassword && (
          <PasswordField
            label={words.present}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
            error={wrongPresent}
          />
        )}
        <PasswordField
          label={words.next}
          hint={signIn.join.passwordHint(PASSWORD_LENGTH.least)}
          autoComplete="new-password"
          autoFocus={!hasPassword}
          value={next}
          onChange={setNext}
          error={wrongNext}
        />
        <SubmitAttempt error={wrongNext === null && wrongPresent === null ? attempt.error : null}>
          {words.change}
        </SubmitAttempt>
      </form>
    </Modal>
  );
}
