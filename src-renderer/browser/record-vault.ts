/** One record that outlives the tab. Without storage it is read as null, and writing does nothing: the page works without it, too. */
export interface RecordVault<Kept> {
  readonly read: () => Promise<Kept | null>;
  readonly write: (record: Kept) => Promise<void>;
}

interface Place {
  readonly database: string;
  readonly store: string;
  readonly key: string;
}

/** How long to wait for the browser's storage, in milliseconds. */
const STORAGE_MS = 3_000;

/** In IndexedDB, which belongs to one origin with its port. */
export function recordVault<Kept>(
  factory: IDBFactory,
  { database: name, store, key }: Place,
  isKept: (value: unknown) => value is Kept,
): RecordVault<Kept> {
  const inStore = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const opening = factory.open(name, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
    await settled(opening, 'success');
    const database = opening.result;
    try {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      // A request succeeds before its transaction is durable.
      await settled(transaction, 'complete');
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    read: async () => {
      const found: unknown = await inStore('readonly', (records) => records.get(key)).catch(
        () => null,
      );
      return isKept(found) ? found : null;
    },
    write: async (record) => {
      await inStore('readwrite', (records) => records.put(record, key)).catch(() => undefined);
    },
  };
}

/** Rejects if the storage fails or has not answered after {@link STORAGE_MS}. */
function settled(target: IDBRequest | IDBTransaction, success: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the browser keeps no data here'));
    target.addEventListener(success, () => resolve());
    target.addEventListener('error', fail);
    target.addEventListener('abort', fail);
    setTimeout(fail, STORAGE_MS);
  });
}
