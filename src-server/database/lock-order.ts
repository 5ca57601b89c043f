/**
 * Processes items in the order of their keys and returns the results in the order of the items. Transactions that lock rows in the same
 * order cannot deadlock.
 */
export async function inLockOrder<Item, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const ordered = items
    .map((item, index) => ({ item, index, key: keyOf(item) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const results: { readonly index: number; readonly result: Result }[] = [];
  for (const { item, index } of ordered) results.push({ index, result: await work(item) });
  return results.toSorted((one, other) => one.index - other.index).map(({ result }) => result);
}
