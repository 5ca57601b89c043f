import { createHash, X509Certificate } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import {
  readServerAddress,
  writeServerAddress,
  type ServerAddress,
} from '../repositories/server-address.ts';

export type { ServerAddress } from '../repositories/server-address.ts';

/** Tells the command line where stations reach this server. Writes only what is new. */
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

/** The SHA-256 of the first certificate in a PEM, in base64url. Throws where there is none. */
export function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
}

/** The fingerprint of a certificate that vouches for itself; null for one that an authority does. */
export function selfSignedFingerprint(pem: string): string | null {
  const certificate = new X509Certificate(pem);
  const isOwn = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
  return isOwn ? fingerprintOf(pem) : null;
}
