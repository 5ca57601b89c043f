import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AskedQuestion } from '../../store/answers.ts';
import { UsageError } from './usage-error.ts';

/**
 * What a person writes as the answer to a question: the text itself, the options of a `multiselect` separated by commas, and for either
 * JSON where the text is such: `null` is unanswered.
 */
export function readAnswer({ type }: Pick<AskedQuestion, 'type'>, text: string): unknown {
  const json = parseJson(text);
  if (json === null || typeof json === 'string' || Array.isArray(json)) return json;
  if (type === 'text' && (typeof json === 'number' || typeof json === 'boolean')) return json;
  if (type !== 'multiselect') return text;
  return text
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

const Answers = Compile(Type.Record(Type.String(), Type.Unknown()));

/** `{"diet": "Vegan"}`, or `diet=Vegan` with commas between several. */
export function readAnswers(
  questions: readonly Pick<AskedQuestion, 'key' | 'type'>[],
  text: string,
): Readonly<Record<string, unknown>> {
  const json = parseJson(text);
  if (text.trimStart().startsWith('{')) {
    if (Answers.Check(json)) return json;
    throw new UsageError(`--answers: expected JSON, got "${text}".`);
  }
  // A comma within an answer begins nothing, because no `key=` follows.
  const pairs = text.split(/,\s*(?=[a-z][a-z0-9_]*=)/).map((part) => {
    const [, key = '', value = ''] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(part.trim()) ?? [];
    if (key === '')
      throw new UsageError(
        `--answers: expected KEY=ANSWER, with commas between several, or JSON; got "${part}".`,
      );
    const question = questions.find((one) => one.key === key);
    return [key, readAnswer(question ?? { type: 'text' }, value)] as const;
  });
  return Object.fromEntries(pairs);
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
