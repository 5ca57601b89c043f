import type { Words } from '../i18n/en/words.ts';
import { everyProblem } from '../state/field-problems.ts';
import { CallError } from '../transport/call-error.ts';
import { useFormats, useWords } from './console-context.tsx';

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
  const { errors, problems } = useWords();
  const formats = useFormats();
  return (error) => {
    if (error instanceof CallError) {
      if (error.is('session.code_wrong'))
        return splitSentence(
          errors.codeWrong(error.serverTime === null ? null : formats.clock(error.serverTime)),
        );
      if (isKnown(errors, error.code)) return errors[error.code];
      const next = everyProblem(problems, error);
      if (next !== null) return { what: errors.other.what, next };
    }
    return errors.other;
  };
}

type KnownCode = keyof Words['errors'] & `${string}.${string}`;

function isKnown(errors: Words['errors'], code: string): code is KnownCode {
  return code.includes('.') && Object.hasOwn(errors, code);
}

function splitSentence(text: string): ErrorText {
  const end = text.indexOf('. ');
  return { what: text.slice(0, end), next: text.slice(end + 2) };
}
