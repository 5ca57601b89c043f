/** The id of the row that a filter names; undefined without the filter. Throws `resource.not_found`. */
import { requireFound } from '../domain/domain-error.ts';

export async function idOf(
  named: string | undefined,
  what: string,
  find: (reference: string) => Promise<{ readonly id: number } | undefined>,
): Promise<number | undefined> {
  return named === undefined ? undefined : requireFound(await find(named), what, named).id;
}

/** Awaits one after the other, because a transaction runs one query at a time. */
export async function inOrder<From, To>(
  items: readonly From[],
  read: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const found: To[] = [];
  for (const item of items) found.push(await read(item));
  return found;
}
