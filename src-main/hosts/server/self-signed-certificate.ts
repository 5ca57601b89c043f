import { randomBytes, type X509Certificate } from 'node:crypto';
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
import type { ServerTls } from '../../../src-server/server.ts';

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
 * The computer of a door whose battery is empty is years behind, and would take a newer certificate for none: it learns the time from this
 * server.
 */
const VALID_FROM = new Date('2000-01-01T00:00:00Z');
const VALID_YEARS = 10;
/** This computer's own clock may be years behind too: from here the ten years count at the earliest. */
const EARLIEST_NOW = new Date('2026-01-01T00:00:00Z');
/** Later years do not fit into the short form of a time. */
const LAST_SHORT_YEAR = 2049;

/**
 * Makes a key (ECDSA on P-256) and a certificate for ten years from `now` that vouches for itself, in PEM. The names in it are for
 * whoever looks at it: stations compare the whole certificate with the one that their enrolment code names, so another address needs
 * no other.
 */
export async function makeCertificate(names: CertificateNames, now: Date): Promise<ServerTls> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: X509_VERSION_3 });
  // Without a leading zero the first bit would be a sign.
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

/** Whether no station takes it any more. */
export function hasExpired({ validToDate }: X509Certificate, now: Date): boolean {
  return validToDate.getTime() < now.getTime();
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
