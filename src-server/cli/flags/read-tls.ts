import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { ServerTls } from '../../server.ts';
import { UsageError } from './usage-error.ts';

/** The files of `--tls-cert` and `--tls-key`; null without both. Throws a `UsageError` that says what is wrong with them. */
export function readTls(
  certFile: string | undefined,
  keyFile: string | undefined,
): ServerTls | null {
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    throw new UsageError('Expected --tls-cert and --tls-key together.');
  }
  const tls = { cert: readPem('--tls-cert', certFile), key: readPem('--tls-key', keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new UsageError(
      `Expected a certificate and its private key in PEM: ${error instanceof Error ? error.message : 'they cannot be read'}.`,
    );
  }
  return tls;
}

function readPem(flag: string, file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch {
    throw new UsageError(`Expected a file that can be read for ${flag}, got "${file}".`);
  }
}
