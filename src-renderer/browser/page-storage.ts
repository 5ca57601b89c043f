import { parseJson } from '../../shared/contract/parse-json.ts';

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

/** Empty if nothing is kept there, or something else. */
export function readRecord(storage: PageStorage, key: string): Readonly<Record<string, unknown>> {
  const value = parseJson(storage.getItem(key) ?? '');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function writeRecord(storage: PageStorage, key: string, record: object): void {
  try {
    storage.setItem(key, JSON.stringify(record));
  } catch {
    // Storage is full or forbidden: it is not kept, and the page still works.
  }
}
