/** The page's key, which nobody can read, and the token that the server tied to it. */
export interface KeptSession {
  readonly keys: CryptoKeyPair;
  readonly token: string | null;
}

export interface SessionVault {
  /** Null if there is none, or no storage: the session then lives in this tab. */
  readonly read: () => Promise<KeptSession | null>;
  readonly write: (session: KeptSession) => Promise<void>;
}

/** How long to wait for the browser's storage, in milliseconds. */
const STORAGE_MS = 3_000;
const STORE = 'session';
const KEY = 'own';

/** In IndexedDB, which belongs to one origin with its port. */
export function browserVault(factory: IDBFactory): SessionVault {
  const inStore = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const opening = factory.open('gatehouse-console', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
    await settled(opening, 'success');
    const database = opening.result;
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      // A request succeeds before its transaction is durable.
      await settled(transaction, 'complete');
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    read: async () => {
      const found: unknown = await inStore('readonly', (store) => store.get(KEY)).catch(() => null);
      return isKept(found) ? found : null;
    },
    write: async (session) => {
      await inStore('readwrite', (store) => store.put(session, KEY)).catch(() => undefined);
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

function isKept(value: unknown): value is KeptSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    typeof value.keys === 'object' &&
    'token' in value &&
    (value.token === null || typeof value.token === 'string')
  );
}
