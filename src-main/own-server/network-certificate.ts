import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { ServerTls } from '../../src-server/server.ts';
import { readStored, writeStored } from '../../src-files/stored-file.ts';

/** The certificate and key for stations that connect over the network. */
export interface NetworkCertificate {
  readonly tls: ServerTls;
  readonly expiresAt: Date;
}

export type CertificateProblem = 'certificate_lost' | 'certificate_expired';

export interface CertificateOptions {
  readonly now: Date;
  /** `if_first`: creates a certificate if there never was one. `anew`: replaces it. */
  readonly make: 'if_first' | 'anew' | 'never';
  readonly addresses: readonly string[];
}

/**
 * Returns the certificate of this data folder. A missing, broken or expired one is reported and not replaced automatically:
 * stations trust exactly the one they joined with.
 * @throws the system's error if a file cannot be written.
 */
export async function openNetworkCertificate(
  data: string,
  { now, make, addresses }: CertificateOptions,
): Promise<NetworkCertificate | CertificateProblem> {
  const path = pathOfCertificate(data);
  const read = readStored(path, parse);
  const isMade = make === 'anew' || (make === 'if_first' && read.from === 'absent');
  if (isMade) writeStored(path, await textOf(addresses, now), parse);
  const kept = isMade ? readStored(path, parse) : read;
  if (kept.from !== 'file' && kept.from !== 'copy') return 'certificate_lost';
  const certificate = new X509Certificate(kept.value.cert);
  if (hasExpired(certificate, now)) return 'certificate_expired';
  return { tls: kept.value, expiresAt: certificate.validToDate };
}

export function pathOfCertificate(data: string): string {
  return join(data, 'server-tls.pem');
}

/** Key and certificate share a file, so that neither can exist without the other. */
async function textOf(addresses: readonly string[], now: Date): Promise<string> {
  // Imported lazily: its library is large, and needed once in ten years.
  const { makeCertificate } = await import('./self-signed-certificate.ts');
  const { cert, key } = await makeCertificate({ hostName: hostname(), addresses }, now);
  return key + cert;
}

/** Whether stations reject it. */
function hasExpired({ validToDate }: X509Certificate, now: Date): boolean {
  return validToDate.getTime() < now.getTime();
}

function parse(text: string): ServerTls | null {
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/.exec(text) ?? [];
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/.exec(text) ?? [];
  if (key === undefined || cert === undefined) return null;
  try {
    createSecureContext({ key, cert });
    return { key, cert };
  } catch {
    return null;
  }
}
