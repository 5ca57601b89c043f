/** What a list shows, as its address says: the search, the order, and a value for each filter. */
export interface ListSearch {
  readonly search?: string;
  readonly sort?: string;
  readonly [filter: string]: string | undefined;
}

const MOST_CHARACTERS = 200;

/** Reads it from the address. What is no text is left out; what a list does not know is ignored by it. */
export function readListSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
      const isText = typeof text === 'string' && text !== '' && text.length <= MOST_CHARACTERS;
      return isText ? [[name, text]] : [];
    }),
  );
}
