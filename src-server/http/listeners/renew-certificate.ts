import type { Server } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerTls } from './server-tls.ts';

/** Certificates are renewed days before they expire. */
const LOOK_EVERY_MS = 2_000;

export interface RenewalOptions {
  readonly used: ServerTls;
  /** Reads the files again. Throws if they are no certificate with its key. */
  readonly read: () => ServerTls | null;
  readonly log: FastifyBaseLogger;
  readonly onRenewed: (tls: ServerTls) => unknown;
}

/**
 * Uses a renewed certificate for all handshakes from then on; open connections stay. While the files cannot be used, the former certificate
 * is. Returns what ends it.
 *
 * The files are looked at because no signal would do: whoever renews them (certbot, acme.sh) may run as another user, and SIGHUP is also
 * what a closed terminal sends.
 */
export function renewCertificate(
  server: Pick<Server, 'setSecureContext'>,
  { used, read, log, onRenewed }: RenewalOptions,
): () => void {
  let current = used;
  let failures = 0;
  const look = () => {
    try {
      const tls = read();
      failures = 0;
      if (tls === null || (tls.cert === current.cert && tls.key === current.key)) return;
      server.setSecureContext(tls);
      current = tls;
      onRenewed(tls);
    } catch (error) {
      // At the first look one of the two files may be the old one still.
      failures += 1;
      if (failures === 2)
        log.error({ err: error }, 'the certificate cannot be used; the former one still is');
    }
  };
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}
