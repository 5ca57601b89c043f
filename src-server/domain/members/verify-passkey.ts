import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { PasskeyRow } from '../../store/access/passkeys.ts';
import type { PasskeyAnswer, Assertion, Registration } from './passkey-response.ts';
import type { Site } from './site.ts';

/** Ed25519, ES256 and RS256 (RFC 9053), which both Node and Electron verify: a server's data may move from one to the other. */
export const algorithms = [-8, -7, -257];

/** A tenth of a second to load, which no start of a server should wait for. */
export const webAuthn = () => import('@simplewebauthn/server');

/** What is stored of a passkey that was proved. */
export type ProvedKey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/** Returns null if the response does not prove a key at this site, whose user the authenticator verified. */
export async function verifyRegistration(
  { rpId, origin }: Site,
  { response, challenge }: PasskeyAnswer<Registration>,
): Promise<ProvedKey | null> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    if (await hasCertificate(response)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo?.credential.id !== response.id) return null;
    const { publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credential_id: Buffer.from(response.id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter,
      transports: JSON.stringify(transports),
    };
  } catch {
    return null;
  }
}

/**
 * Whether the authenticator says who made it, although it was not asked. The library would look for revoked certificates at an address that
 * the certificate names, which anybody may have written.
 */
async function hasCertificate({ response }: Registration): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const object = Uint8Array.from(Buffer.from(response.attestationObject, 'base64url'));
  const decoded = decodeAttestationObject(object);
  const isBySelf =
    decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  return decoded.get('fmt') !== 'none' && !isBySelf;
}

/**
 * The new counter. Returns null if the response does not prove the key at this site, the authenticator did not verify its user, or it counted
 * no further, as a copy of it would.
 */
export async function verifyAssertion(
  { rpId, origin }: Site,
  { response, challenge }: PasskeyAnswer<Assertion>,
  { public_key, counter }: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { clientDataJSON, authenticatorData, signature } = response.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: Uint8Array.from(public_key), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** How the page names a passkey to the browser. */
export function describeCredential({ credential_id, transports }: PasskeyRow) {
  const known = parseJson(transports);
  return {
    id: credential_id.toString('base64url'),
    transports: Array.isArray(known) ? known.map(String) : [],
  };
}
