export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's storage or, if it is forbidden, one that lasts as long as the page. A door opens without it, too. */
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
