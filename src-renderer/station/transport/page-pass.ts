import { recordVault, type RecordVault } from '../../browser/record-vault.ts';
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

/** `takeFragment`: returns the part of the address after `#` and removes it from the address bar. */
export function createPassStore(
  vault: RecordVault<SealedPass>,
  takeFragment: () => string,
): PassStore {
  let launch: SealedPass | null = null;
  /** In this tab: without storage the browser has access until the page is reloaded. */
  let session: SealedPass | null = null;

  return {
    current: async () => {
      const opened = parseLaunch(takeFragment());
      if (opened !== null) launch = await seal(opened);
      if (launch !== null) return launch;
      // Another tab may have gained access since.
      return (await vault.read()) ?? session;
    },
    keep: async (given) => {
      session = await seal(given);
      launch = null;
      await vault.write(session);
    },
    refused: (pass) => {
      // Keep the session: the refusal may come from another program.
      if (pass === launch) launch = null;
    },
  };
}

export function browserVault(factory: IDBFactory): RecordVault<SealedPass> {
  return recordVault(factory, { database: 'gatehouse', store: 'passes', key: 'session' }, isSealed);
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
