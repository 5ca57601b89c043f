import { parseLaunch, type PagePass } from '../../../shared/station/page-handshake.ts';

/**
 * A pass with a key that this page can sign with and nobody can read, not even a program that later serves another page at this
 * address.
 */
export interface SealedPass {
  readonly id: string;
  readonly key: CryptoKey;
}

export interface PassStore {
  /** The pass to present: that of the launch address just opened, otherwise the one this browser has. */
  readonly current: () => Promise<SealedPass | null>;
  /** Resolves once the session survives a reload of the page or, without storage, is kept in this tab. */
  readonly keep: (session: PagePass) => Promise<void>;
  /** The station does not, or no longer, accept this pass. */
  readonly refused: (pass: SealedPass) => void;
}

/** Storage in which a session outlives the tab. */
export interface PassVault {
  readonly read: () => Promise<SealedPass | null>;
  readonly write: (pass: SealedPass) => Promise<void>;
}

/** `takeFragment`: returns the part of the address after `#` and removes it from the address bar. */
export function createPassStore(vault: PassVault, takeFragment: () => string): PassStore {
  let launch: SealedPass | null = null;
  /** In this tab: without storage the browser has access until the page is reloaded. */
  let session: SealedPass | null = null;

  return {
    current: async () => {
      const opened = parseLaunch(takeFragment());
      if (opened !== null) launch = await seal(opened);
      if (launch !== null) return launch;
      // Another tab may have gained access since.
      return (await vault.read().catch(() => null)) ?? session;
    },
    keep: async (given) => {
      session = await seal(given);
      launch = null;
      await vault.write(session).catch(() => undefined);
    },
    refused: (pass) => {
      // Keep the session: the refusal may come from another program.
      if (pass === launch) launch = null;
    },
  };
}

/** How long to wait for the browser's storage, in milliseconds: a door opens without it, too. */
const STORAGE_MS = 3_000;

export function browserVault(factory: IDBFactory): PassVault {
  const inStore = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const opening = factory.open('gatehouse', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('passes'));
    await settled(opening, 'success');
    const database = opening.result;
    try {
      const transaction = database.transaction('passes', mode);
      const request = work(transaction.objectStore('passes'));
      // A request succeeds before its transaction is durable.
      await settled(transaction, 'complete');
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    read: async () => {
      const found: unknown = await inStore('readonly', (store) => store.get('session'));
      return isSealed(found) ? found : null;
    },
    write: async (pass) => {
      await inStore('readwrite', (store) => store.put(pass, 'session'));
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

function isSealed(value: unknown): value is SealedPass {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'key' in value &&
    value.key instanceof CryptoKey
  );
}

async function seal({ id, key }: PagePass): Promise<SealedPass> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return {
    id,
    key: await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, [
      'sign',
      'verify',
    ]),
  };
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
