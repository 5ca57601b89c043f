// Why: docs/decisions/0025-console-access.md
import type { TObject } from 'typebox';
import type { ReadTransaction } from '../../database/transaction.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { organiserIdOf, type CheckedInput } from './audit.ts';
import { wordsOf } from './inputs.ts';

/**
 * Throws `resource.not_found` unless the input names a row of the organiser, and none of another one, at any depth. What exists for others
 * and what does not exist look alike.
 */
export async function assertOwnInput(
  tx: ReadTransaction,
  { properties }: TObject,
  input: CheckedInput,
  organiserId: number,
): Promise<void> {
  for (const name of Object.keys(input)) {
    if (wordsOf(properties[name]).isOperators === true) throw notForMembers(name);
  }
  let isOwn = false;
  const naming = Object.entries(input).filter(
    ([name]) => wordsOf(properties[name]).isSought !== true,
  );
  for (const text of textsIn(Object.fromEntries(naming))) {
    const owner = await organiserIdOf(tx, text);
    if (owner !== null && owner !== organiserId) throw notFound();
    isOwn ||= owner === organiserId;
  }
  if (!isOwn) throw notFound();
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part);
}

function notFound(): DomainError {
  return new DomainError('resource.not_found', 'Not found.');
}

function notForMembers(field: string): DomainError {
  const message = `Only whoever runs the server can set the ${field}, at its command line.`;
  return new DomainError('validation.failed', message, field);
}
