import { createHash, X509Certificate } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import {
  readServerAddress,
  writeServerAddress,
  type ServerAddress,
} from '../../store/access/server-address.ts';

export type { ServerAddress } from '../../store/access/server-address.ts';

/** Stores the address under which stations reach this server, for the command line. Writes only changes. */
export async function rememberServerAddress(
  database: Database,
  { url, certificate }: ServerAddress,
): Promise<void> {
  const known = await database.read(readServerAddress);
  if (known?.url === url && known.certificate === certificate) return;
  await database.write((tx) => writeServerAddress(tx, { url, certificate }));
}

/** Null until a server has run on this database. */
export function lastServerAddress(tx: ReadTransaction): Promise<ServerAddress | null> {
  return readServerAddress(tx);
}

/** The SHA-256 of the first certificate in a PEM, in base64url. Throws if there is none. */
export function certificateFingerprint(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
}

/** The fingerprint of a self-signed certificate; null for any other. */
export function selfSignedFingerprint(pem: string): string | null {
  const certificate = new X509Certificate(pem);
  const isOwn = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
  return isOwn ? certificateFingerprint(pem) : null;
}
