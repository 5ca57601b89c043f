import type { Compile } from 'typebox/compile';
import { errorMessages } from '../../shared/contract/errors.ts';

/** How a value differs from its schema. */
export type Mismatch = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

/** Completes a sentence that begins with the field's name: "must be a string". */
function describeMismatch(mismatch: Mismatch): string {
  switch (mismatch.keyword) {
    case 'type':
      return `must be ${withArticle(String(mismatch.params.type))}`;
    case 'enum':
      return `must be one of ${mismatch.params.allowedValues.join(', ')}`;
    case 'pattern':
      return describePattern(String(mismatch.params.pattern));
    case 'minLength':
    case 'minItems':
      return mismatch.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${mismatch.params.limit}`;
    default:
      return mismatch.message;
  }
}

/** The fields that differ, with a sentence for each; `whole` names the input where it is no object at all. */
export function describeFields(mismatch: Mismatch, whole: string): [string, string][] {
  const path = mismatch.instancePath.split('/').slice(1);
  if (mismatch.keyword === 'required') {
    return mismatch.params.requiredProperties.map((name) => {
      const field = [...path, name].join('.');
      return [field, errorMessages.fieldRequired(field)];
    });
  }
  const field = path.join('.') || whole;
  return [[field, `The ${field} ${describeMismatch(mismatch)}.`]];
}

/** The patterns of the contract are those of references and of times. */
function describePattern(pattern: string): string {
  const prefix = /^\^([a-z]+_)/.exec(pattern)?.[1];
  if (prefix !== undefined) return `must be a reference (${prefix}…)`;
  const isTime = pattern.startsWith('^\\d{4}-\\d{2}-\\d{2}T');
  return isTime ? 'must be a time such as 2026-12-12T19:00:00Z' : 'is not in the expected format';
}

/** Describes the first error of an upload's item. */
export function describeItem([mismatch]: readonly Mismatch[]): string {
  const where = mismatch?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const subject = where === '' ? 'The item' : `The item's ${where}`;
  return `${subject} ${mismatch === undefined ? 'is not valid' : describeMismatch(mismatch)}.`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
