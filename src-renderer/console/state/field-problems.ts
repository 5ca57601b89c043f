import type { Problem, ProblemTexts, ProblemValues } from '../../../shared/console/problems.ts';
import type { Words } from '../i18n/en/words.ts';
import { CallError } from '../transport/call-error.ts';

type Problems = Words['problems'];

/** What is wrong with a field that a call was refused for, in the language of the page; in English where it has no code. Null for another. */
export function fieldProblem({ refused }: Problems, error: unknown, field: string): string | null {
  if (!(error instanceof CallError)) return null;
  const problem = error.problems[field];
  if (isKnown(refused, problem)) return textOf(refused, problem);
  return error.errors[field]?.join(' ') ?? null;
}

/** The same of all that is wrong; null for a call that was refused for something else. */
export function everyProblem(words: Problems, error: CallError): string | null {
  const fields = Object.keys({ ...error.errors, ...error.problems });
  return [...new Set(fields.map((field) => fieldProblem(words, error, field)))].join(' ') || null;
}

/** A newer server may have others. */
function isKnown(texts: ProblemTexts, problem: unknown): problem is Problem {
  if (typeof problem !== 'object' || problem === null) return false;
  return 'code' in problem && Object.hasOwn(texts, String(problem.code));
}

function textOf<Code extends Problem['code']>(
  texts: ProblemTexts,
  { code, values }: { readonly code: Code; readonly values: ProblemValues[Code] },
): string {
  return texts[code](values);
}
