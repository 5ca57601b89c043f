import { invalidTransition } from '../../rules/domain-error.ts';

/** `update` accepts the flags of `create`, including the owner, which must not change. */
export function assertSameOwner(owner: string, named: string | undefined): void {
  if (named === undefined || named === owner) return;
  throw invalidTransition(`It belongs to ${owner} and cannot move to ${named}.`);
}
