import type { Compile } from 'typebox/compile';

/** How a value differs from its schema. */
export type Mismatch = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

/** The end of a sentence that begins with what differs: "must be a string". */
export function describeMismatch(mismatch: Mismatch): string {
  switch (mismatch.keyword) {
    case 'type':
      return `must be ${withArticle(String(mismatch.params.type))}`;
    case 'enum':
      return `must be one of ${mismatch.params.allowedValues.join(', ')}`;
    case 'pattern':
      return 'is not in the expected format';
    case 'minLength':
    case 'minItems':
      return mismatch.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${mismatch.params.limit}`;
    default:
      return mismatch.message;
  }
}

/** What is wrong with an item of an upload, of several things the first. */
export function describeItem([mismatch]: readonly Mismatch[]): string {
  const where = mismatch?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  const subject = where === '' ? 'The item' : `The item's ${where}`;
  return `${subject} ${mismatch === undefined ? 'is not valid' : describeMismatch(mismatch)}.`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
