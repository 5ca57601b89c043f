import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { CallError, isCallError } from '../transport/call-error.ts';
import { useFormats, useWords } from '../data/console-context.tsx';
import { useErrorText } from '../data/use-error-text.ts';
import { useSecondsLeft } from '../data/use-seconds-left.ts';
import styles from './trouble.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** What is the matter is the title above it. */
  readonly isTitled?: boolean;
}

/** In place of what could not be loaded. Where the server says how long to wait, it is tried again then. */
export function Trouble({ error, onRetry, isTitled = false }: Props): ReactElement {
  const words = useWords();
  const formats = useFormats();
  const { what, next } = useErrorText(error);
  const secondsLeft = useSecondsLeft(error);
  const retry = useEffectEvent(() => onRetry?.());
  const retryAt = error instanceof CallError ? error.retryAt : 0;
  useEffect(() => {
    if (retryAt === 0) return undefined;
    const timer = setTimeout(() => retry(), Math.max(0, retryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [retryAt]);
  const isAway =
    error instanceof CallError && (error.is('page.offline') || error.is('page.unreachable'));
  const Icon = isAway ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className={styles['trouble']}>
      <Icon size={20} aria-hidden="true" className={styles['icon']} />
      {!isTitled && <p className={styles['what']}>{what}</p>}
      <p className={styles['next']} role={secondsLeft > 0 ? 'timer' : undefined}>
        {secondsLeft > 0 ? words.errors.waitFor(formats.duration(secondsLeft)) : next}
      </p>
      {onRetry !== undefined && !isCallError(error, 'role.insufficient') && (
        <Button onPress={onRetry}>{words.shell.retry}</Button>
      )}
    </div>
  );
}

/** In place of the console: it could not read who is signed in. */
export function Failed(props: ErrorComponentProps): ReactElement {
  return (
    <main>
      <PageFailed {...props} />
    </main>
  );
}

/** In place of a page of the console. It is tried again when the device has a network. */
export function PageFailed({ error }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const retry = () => {
    if (error instanceof CallError) void router.invalidate();
    // React remembers that a part of the page was missing: only a new page asks for it again.
    else if (navigator.onLine) location.reload();
  };
  const onOnline = useEffectEvent(() => {
    // Where the server has said how long to wait, that stands.
    if (!(error instanceof CallError && error.retryAt > Date.now())) retry();
  });
  useEffect(() => {
    const listen = () => onOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);
  return <Trouble error={error} onRetry={retry} />;
}

const forbidden = new CallError({ code: 'role.insufficient', message: '' });

/** In place of a form for what the member's role does not allow. */
export function Forbidden(): ReactElement {
  return <Trouble error={forbidden} />;
}

/** Why something was not done, in a line within a form. */
export function Refusal({
  error,
  impossible,
}: {
  readonly error: unknown;
  /** In place of the server's sentence where there is one reason alone: why its state does not allow it. */
  readonly impossible?: string;
}): ReactElement | null {
  const { what, next } = useErrorText(error);
  if (error === null || error === undefined) return null;
  if (error instanceof CallError && error.retryAt > 0) return <Wait error={error} what={what} />;
  if (impossible !== undefined && isCallError(error, 'validation.failed')) {
    return <Refused>{impossible}</Refused>;
  }
  return (
    <Refused>
      <strong>{what}.</strong> {next}
    </Refused>
  );
}

/** The same in other words than those of an error. */
export function Refused({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p role="alert" className={styles['refusal']}>
      {children}
    </p>
  );
}

/** Counts down to the next attempt. The end of the wait is announced, not each second of it. */
function Wait({ error, what }: { readonly error: CallError; readonly what: string }): ReactElement {
  const { errors: words } = useWords();
  const formats = useFormats();
  const secondsLeft = useSecondsLeft(error);
  const isOver = secondsLeft === 0;
  return (
    <p className={styles['refusal']}>
      <strong role="alert">{what}.</strong>{' '}
      {!isOver && <span role="timer">{words.waitFor(formats.duration(secondsLeft))}</span>}
      <span role="status">{isOver && words.waitOver}</span>
    </p>
  );
}
