export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's storage; where it lets this page have none, one that is forgotten with the page. A door opens without it, too. */
export function openStorage(ask: () => PageStorage): PageStorage {
  try {
    const storage = ask();
    storage.getItem('');
    return storage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    };
  }
}
