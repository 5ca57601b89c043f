import { problem, type Problem } from '../../shared/console/problems.ts';
import type { Compile } from 'typebox/compile';

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

/** The fields that differ, and what is wrong with each; `whole` names the input where it is no object at all. */
export function describeFields(mismatch: Mismatch, whole: string): [string, Problem | string][] {
  const path = mismatch.instancePath.split('/').slice(1);
  if (mismatch.keyword === 'required') {
    return mismatch.params.requiredProperties.map((name) => {
      const field = [...path, name].join('.');
      return [field, problem('required', { field })];
    });
  }
  const field = path.join('.') || whole;
  return [[field, problemOf(mismatch, field) ?? `The ${field} ${describeMismatch(mismatch)}.`]];
}

function problemOf(mismatch: Mismatch, field: string): Problem | null {
  switch (mismatch.keyword) {
    case 'type': {
      const { type } = mismatch.params;
      return type === 'integer' || type === 'number' ? problem('not_whole', { field, type }) : null;
    }
    case 'minLength':
    case 'minItems':
      return mismatch.params.limit === 1 ? problem('blank', { field }) : null;
    default:
      return null;
  }
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
