import {
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { ServerTls } from '../../../src-server/server.ts';

/*
 * A certificate that vouches for itself (X.509 v3, RFC 5280; ECDSA on P-256 with SHA-256). Node's crypto makes the key and the signature, and
 * DER, how a certificate is written down, is a tag, a length and the content.
 */

export interface CertificateNames {
  readonly hostName: string;
  readonly addresses: readonly string[];
}

const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  address: 0x87,
} as const;

const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302');
const COMMON_NAME = oid('550403');
const ALT_NAMES = oid('551d11');
const VERSION_3 = der('version', der('integer', Buffer.from([2])));
const WHOLE_BITS = Buffer.from([0]);
/**
 * The computer of a door whose battery is empty is years behind, and would take a newer certificate for none: it learns the time from this
 * server.
 */
const VALID_FROM = new Date('2000-01-01T00:00:00Z');
const VALID_YEARS = 10;

/**
 * Makes a key and a certificate for ten years from `now`, in PEM. The names in it are for whoever looks at it: stations compare the whole
 * certificate with the one that their enrolment code names, so another address needs no other.
 */
export function makeCertificate(names: CertificateNames, now: Date): ServerTls {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = bodyOf(publicKey, names, now);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    sequence(ECDSA_WITH_SHA256),
    der('bits', WHOLE_BITS, signature),
  );
  return {
    cert: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Whether no station takes it any more. */
export function hasExpired({ validToDate }: X509Certificate, now: Date): boolean {
  return validToDate.getTime() < now.getTime();
}

function bodyOf(publicKey: KeyObject, names: CertificateNames, now: Date): Buffer {
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  // Without a leading zero the first bit would be a sign.
  const serial = der('integer', Buffer.from([0x01]), randomBytes(15));
  const name = sequence(
    der('set', sequence(COMMON_NAME, der('utf8', Buffer.from('Gatehouse server')))),
  );
  return sequence(
    VERSION_3,
    serial,
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(utcTime(VALID_FROM), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der('extensions', sequence(sequence(ALT_NAMES, der('octets', sequence(...altNames(names)))))),
  );
}

function altNames({ hostName, addresses }: CertificateNames): readonly Buffer[] {
  const hosts = ['localhost', hostName].filter((host) => /^[A-Za-z0-9.-]{1,253}$/.test(host));
  return [
    ...[...new Set(hosts)].map((host) => der('dnsName', Buffer.from(host))),
    ...addresses.map((address) => der('address', Buffer.from(ipaddr.parse(address).toByteArray()))),
  ];
}

/** `YYMMDDhhmmssZ`: good until 2049, ten years before which this was made. */
function utcTime(instant: Date): Buffer {
  const text = instant.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der('utcTime', Buffer.from(text.slice(2)));
}

function oid(hex: string): Buffer {
  return der('oid', Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der('sequence', ...parts);
}

function der(tag: keyof typeof tags, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tags[tag]]), lengthOf(content.length), content]);
}

/** In one byte below 128; above, the number of bytes goes before them. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
