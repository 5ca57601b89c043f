// Why: docs/decisions/0005-enrolment-and-trust.md
import { calculateJwkThumbprint } from 'jose';
import type { KeyPair } from '../contract/okp-key.ts';
import { readSigned, signText } from './signed-text.ts';

const TYPE = 'gatehouse-setup-keys';

/** The keys in a setup that decide what a door believes. */
export interface SetupKeys {
  /** The reference of the event. */
  readonly event: string;
  /** As they are sent: kinds of key that the reader does not know are signed, too. */
  readonly code_keys: readonly unknown[];
  /** In base64url, newest first. */
  readonly venue_keys: readonly string[];
}

/** A signature that has the same value for the same keys. */
export function signSetupKeys(keys: SetupKeys, key: KeyPair): Promise<string> {
  return signText(textOf(keys), TYPE, key);
}

/** Whether the organiser signed exactly these. `publicKey` is the key of the organiser's statements. */
export async function areSetupKeysSigned(
  keys: SetupKeys,
  { signature, publicKey }: { readonly signature: string; readonly publicKey: string },
): Promise<boolean> {
  return (await readSigned(signature, TYPE, publicKey)) === textOf(keys);
}

/** The SHA-256 of an organiser's public keys, 32 bytes in base64url, as an enrolment code carries it. */
export function keysFingerprint(keys: {
  readonly statements: string;
  readonly sealing: string;
}): Promise<string> {
  // The thumbprint of a JWK (RFC 7638) is the SHA-256 of its canonical JSON; this one holds both.
  return calculateJwkThumbprint({ kty: 'oct', k: keys.statements + keys.sealing });
}

function textOf({ event, code_keys, venue_keys }: SetupKeys): string {
  return JSON.stringify([event, code_keys, venue_keys]);
}
