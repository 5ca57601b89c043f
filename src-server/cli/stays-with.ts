import { impossible } from '../services/domain-error.ts';

/** `update` takes the flags of `create`, so what something belongs to may be named; it cannot be changed. */
export function staysWith(owner: string, named: string | undefined): void {
  if (named === undefined || named === owner) return;
  throw impossible(`It belongs to ${owner} and cannot move to ${named}.`);
}
