export interface LargestFew<Item> {
  readonly few: readonly Item[];
  /** The rest, combined; never a single item. */
  readonly rest: readonly Item[];
}

/** The largest items, largest first, so that their chart stays legible. */
export function largestFew<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  most: number,
): LargestFew<Item> {
  const ranked = items.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const shown = ranked.length > most ? most - 1 : most;
  return { few: ranked.slice(0, shown), rest: ranked.slice(shown) };
}
