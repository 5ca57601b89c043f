import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  randomInt,
  sign,
  type KeyObject,
} from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A passkey as its authenticator keeps it. */
export interface SoftPasskey {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** What a wrong page, browser or authenticator would say instead. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isUserPresent?: boolean;
  readonly isUserVerified?: boolean;
  /** What it counts to; otherwise one more each time. */
  readonly counter?: number;
  /** Of the response; the signature stays that of the passkey. */
  readonly credentialId?: Buffer;
  /** Null leaves it out. */
  readonly userHandle?: string | null;
  /** A key that signs instead. */
  readonly privateKey?: KeyObject;
  /** Signed by the passkey itself, the same with a certificate beside it, or of a kind that was not asked for. */
  readonly attestation?: 'none' | 'self' | 'certificate' | 'tpm';
}

type CborValue = Parameters<typeof isoCBOR.encode>[0];

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** Like the authenticator and the browser of one person, on a page of `origin`: ES256, discoverable credentials, attestation `none`. */
export class SoftAuthenticator {
  readonly #origin: string;
  readonly passkeys: SoftPasskey[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** As `navigator.credentials.create()`. Throws if it holds one of the excluded passkeys. */
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    deviation: Deviation = {},
  ): RegistrationResponseJSON {
    const { excludeCredentials = [], rp, user, challenge } = options;
    if (this.passkeys.some(({ id }) => excludeCredentials.some((other) => other.id === text(id)))) {
      throw new Error('InvalidStateError');
    }
    if (!options.pubKeyCredParams.some(({ alg }) => alg === -7)) throw new Error('expected ES256');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rpId = rp.id ?? new URL(this.#origin).hostname;
    const id = deviation.credentialId ?? randomBytes(16);
    const passkey = { id, rpId, userHandle: user.id, privateKey, counter: randomInt(1, 100) };
    this.passkeys.push(passkey);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
    const authData = authenticatorData(passkey, deviation, attested);
    const clientData = this.#clientData('webauthn.create', challenge, deviation);
    const { attestation = 'none' } = deviation;
    const isPacked = attestation === 'self' || attestation === 'certificate';
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
    const attStmt = new Map<string | number, CborValue>();
    if (isPacked) attStmt.set('alg', -7).set('sig', Uint8Array.from(signature));
    if (attestation === 'certificate') attStmt.set('x5c', [new Uint8Array(9)]);
    const attestationObject = isoCBOR.encode(
      new Map<string | number, CborValue>([
        ['fmt', isPacked ? 'packed' : attestation],
        ['attStmt', attStmt],
        ['authData', Uint8Array.from(authData)],
      ]),
    );
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData),
        attestationObject: text(Buffer.from(attestationObject)),
        transports: ['internal', 'hybrid'],
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
    };
  }

  /** As `navigator.credentials.get()`, with the newest passkey that fits. Throws if none does. */
  get(
    options: PublicKeyCredentialRequestOptionsJSON,
    deviation: Deviation = {},
  ): AuthenticationResponseJSON {
    const { allowCredentials = [], challenge } = options;
    const rpId = options.rpId ?? new URL(this.#origin).hostname;
    const passkey = this.passkeys.findLast(
      (known) =>
        known.rpId === rpId &&
        (allowCredentials.length === 0 || allowCredentials.some(({ id }) => id === text(known.id))),
    );
    if (passkey === undefined) throw new Error('NotAllowedError');
    passkey.counter = deviation.counter ?? passkey.counter + 1;
    const authData = authenticatorData(passkey, deviation);
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const id = text(deviation.credentialId ?? passkey.id);
    const { userHandle = passkey.userHandle } = deviation;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(sign('sha256', signed, deviation.privateKey ?? passkey.privateKey)),
        ...(userHandle === null ? {} : { userHandle }),
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.#origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    );
  }
}

/** WebAuthn Level 3 §6.1: hash of the relying party, flags, counter, and in a new passkey its key. */
function authenticatorData(
  passkey: SoftPasskey,
  { rpId, counter, isUserPresent = true, isUserVerified = true }: Deviation,
  attested = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(5);
  const flags =
    (isUserPresent ? USER_PRESENT : 0) |
    (isUserVerified ? USER_VERIFIED : 0) |
    (attested.length > 0 ? ATTESTED : 0);
  head.writeUInt8(flags);
  head.writeUInt32BE(counter ?? passkey.counter, 1);
  return Buffer.concat([sha256(rpId ?? passkey.rpId), head, attested]);
}

/** RFC 9053 §7.1.1: EC2, ES256, P-256, x, y. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<string | number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]),
  );
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function bytesOf(base64url: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'));
}
