import { createHash } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { CERTIFICATE_CHANGED, openAgent, openSockets, type OpenSockets } from './http-exchange.ts';

class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Sockets to a server whose certificate authorities vouch for, or to one with exactly the certificate `fingerprint` (SHA-256, base64url).
 */
export function socketsFor(fingerprint: string | null): OpenSockets {
  if (fingerprint === null) return openSockets;
  // Authorities are ignored: any other certificate, even a trusted one, belongs to somebody else. Nothing is sent before the check.
  // Sessions are not resumed, because a resumed session presents no certificate.
  return () =>
    openAgent({ rejectUnauthorized: false, maxCachedSessions: 0 }, (socket) =>
      problemWith(socket, fingerprint),
    );
}

function problemWith(socket: unknown, fingerprint: string): CertificateError | null {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (shown === undefined || fingerprintOf(shown.raw) !== fingerprint) {
    return new CertificateError(CERTIFICATE_CHANGED, 'the server shows another certificate');
  }
  // A certificate that is not valid yet exists and was named in a code: this device's clock is behind, and a door does not wait for it.
  return Date.now() <= shown.validToDate.getTime()
    ? null
    : new CertificateError('CERT_HAS_EXPIRED', 'it has expired');
}

export function fingerprintOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('base64url');
}
