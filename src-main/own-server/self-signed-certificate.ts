// Why: docs/decisions/0020-embedded-server.md
import { randomBytes } from 'node:crypto';
import { Integer, OctetString, Utf8String } from 'asn1js';
import ipaddr from 'ipaddr.js';
import {
  AttributeTypeAndValue,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
  Time,
  TimeType,
} from 'pkijs';
import type { ServerTls } from '../../src-server/server.ts';

export interface CertificateNames {
  readonly hostName: string;
  readonly addresses: readonly string[];
}

const X509_VERSION_3 = 2;
const COMMON_NAME = '2.5.4.3';
const ALT_NAMES = '2.5.29.17';
const DNS_NAME = 2;
const IP_ADDRESS = 7;
/**
 * A door computer with an empty clock battery is years behind and would reject a newer certificate, although it learns the time
 * from this server.
 */
const VALID_FROM = new Date('2000-01-01T00:00:00Z');
const VALID_YEARS = 10;
/** This computer's own clock may be years behind too: the ten years begin here at the earliest. */
const EARLIEST_NOW = new Date('2026-01-01T00:00:00Z');
/** UTCTime cannot express later years. */
const LAST_SHORT_YEAR = 2049;

/**
 * Creates a key (ECDSA P-256) and a self-signed certificate for ten years from `now`, in PEM. Its names are only for people:
 * stations compare the whole certificate with the one in their enrolment code, so a new address needs no new certificate.
 */
export async function makeCertificate(names: CertificateNames, now: Date): Promise<ServerTls> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: X509_VERSION_3 });
  // Without a leading zero the first bit would be a sign bit.
  certificate.serialNumber = new Integer({ valueHex: bytesOf([0x01, ...randomBytes(15)]) });
  for (const name of [certificate.issuer, certificate.subject]) {
    const value = new Utf8String({ value: 'Gatehouse server' });
    name.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value }));
  }
  certificate.notBefore.value = VALID_FROM;
  certificate.notAfter = tenYearsFrom(now > EARLIEST_NOW ? now : EARLIEST_NOW);
  const extnValue = altNames(names).toSchema().toBER();
  certificate.extensions = [new Extension({ extnID: ALT_NAMES, extnValue })];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return {
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER()),
    key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  };
}

function tenYearsFrom(now: Date): Time {
  const value = new Date(now);
  value.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  const isShort = value.getUTCFullYear() <= LAST_SHORT_YEAR;
  return new Time({ type: isShort ? TimeType.UTCTime : TimeType.GeneralizedTime, value });
}

function altNames({ hostName, addresses }: CertificateNames): GeneralNames {
  const hosts = ['localhost', hostName].filter((host) => /^[A-Za-z0-9.-]{1,253}$/.test(host));
  return new GeneralNames({
    names: [
      ...[...new Set(hosts)].map((value) => new GeneralName({ type: DNS_NAME, value })),
      ...addresses.map((address) => {
        const valueHex = bytesOf(ipaddr.parse(address).toByteArray());
        return new GeneralName({ type: IP_ADDRESS, value: new OctetString({ valueHex }) });
      }),
    ],
  });
}

function bytesOf(numbers: readonly number[]): ArrayBuffer {
  return Uint8Array.from(numbers).buffer;
}

function pem(label: string, content: ArrayBuffer): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
