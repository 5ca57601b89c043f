import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { CallError } from '../transport/call-error.ts';
import type { Words } from '../i18n/en/words.ts';
import { useFormats, useWords } from '../data/console-context.tsx';
import styles from './trouble.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** In place of what could not be loaded. */
export function Trouble({ error, onRetry }: Props): ReactElement {
  const words = useWords();
  const { what, next } = useErrorText(error);
  const isAway =
    error instanceof CallError && (error.is('page.offline') || error.is('page.unreachable'));
  const Icon = isAway ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className={styles['trouble']}>
      <Icon size={20} aria-hidden="true" className={styles['icon']} />
      <p className={styles['what']}>{what}</p>
      <p className={styles['next']}>{next}</p>
      {onRetry !== undefined && <Button onPress={onRetry}>{words.shell.retry}</Button>}
    </div>
  );
}

/** Why something was not done, in a line within a form. */
export function Refusal({ error }: { readonly error: unknown }): ReactElement | null {
  const { what, next } = useErrorText(error);
  if (error === null || error === undefined) return null;
  return (
    <p role="alert" className={styles['refusal']}>
      <strong>{what}.</strong> {next}
    </p>
  );
}

interface ErrorText {
  readonly what: string;
  readonly next: string;
}

/** What went wrong, and what to do, in the language of the page. */
export function useErrorText(error: unknown): ErrorText {
  return useErrorTexts()(error);
}

/** The same for errors that are yet to come. */
export function useErrorTexts(): (error: unknown) => ErrorText {
  const { errors } = useWords();
  const formats = useFormats();
  return (error) => {
    if (error instanceof CallError) {
      if (error.is('session.throttled'))
        return splitSentence(errors.throttled(formats.duration(Math.max(error.waitSeconds, 1))));
      // The server's sentences say which state or which field; they are in English.
      if (isKnown(errors, error.code)) return errors[error.code];
      if (error.is('validation.failed')) return { what: errors.other.what, next: error.message };
    }
    return errors.other;
  };
}

type KnownCode = Exclude<keyof Words['errors'], 'throttled' | 'between'> & `${string}.${string}`;

function isKnown(errors: Words['errors'], code: string): code is KnownCode {
  return code.includes('.') && Object.hasOwn(errors, code);
}

function splitSentence(text: string): ErrorText {
  const end = text.indexOf('. ');
  return { what: text.slice(0, end), next: text.slice(end + 2) };
}
