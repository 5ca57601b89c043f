import { recordVault, type RecordVault } from '../../browser/record-vault.ts';

/** The page's key, which nobody can read, and the token that the server tied to it. */
export interface KeptSession {
  readonly keys: CryptoKeyPair;
  readonly token: string | null;
}

export function browserVault(factory: IDBFactory): RecordVault<KeptSession> {
  return recordVault(
    factory,
    { database: 'gatehouse-console', store: 'session', key: 'own' },
    isKept,
  );
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
