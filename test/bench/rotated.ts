/** Another order in each repetition: who comes first meets a machine that has just done something else. */
export function rotated<Item>(items: readonly Item[], repetition: number): readonly Item[] {
  const first = repetition % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
