import { Integer, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
  Time,
} from 'pkijs';

/** A key and its certificate, in PEM. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface Wanted {
  readonly name: string;
  /** From when until when, in days from today. */
  readonly days?: readonly [number, number];
}

/** Issues certificates for TLS servers, and for other authorities. */
export interface Authority {
  /** Its own certificate, in PEM. */
  readonly cert: string;
  readonly issue: (wanted: Wanted) => Promise<Issued>;
  readonly intermediate: (name: string) => Promise<Authority>;
}

const X509_VERSION_3 = 2;
const COMMON_NAME = '2.5.4.3';
const ALT_NAMES = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const DNS_NAME = 2;
const DAY_MS = 86_400_000;
const VALID: readonly [number, number] = [-1, 30];

/** One that nobody trusts yet. */
export async function createAuthority(name: string): Promise<Authority> {
  const keys = await makeKeys();
  return authorityWith(await certify({ name }, keys, null), keys);
}

function authorityWith(own: Certificate, keys: CryptoKeyPair): Authority {
  const issuer = { own, keys };
  return {
    cert: pem('CERTIFICATE', own.toSchema().toBER()),
    issue: async (wanted) => {
      const leaf = await makeKeys();
      const certificate = await certify(wanted, leaf, issuer, [wanted.name]);
      const key = await crypto.subtle.exportKey('pkcs8', leaf.privateKey);
      return {
        cert: pem('CERTIFICATE', certificate.toSchema().toBER()),
        key: pem('PRIVATE KEY', key),
      };
    },
    intermediate: async (name) => {
      const below = await makeKeys();
      return authorityWith(await certify({ name }, below, issuer), below);
    },
  };
}

/** Without `hosts`, the certificate of an authority; without `issuer`, a self-signed one. */
async function certify(
  { name, days = VALID }: Wanted,
  keys: CryptoKeyPair,
  issuer: { readonly own: Certificate; readonly keys: CryptoKeyPair } | null,
  hosts: readonly string[] = [],
): Promise<Certificate> {
  const certificate = new Certificate({ version: X509_VERSION_3 });
  certificate.serialNumber = new Integer({ value: 1 + Math.floor(Math.random() * 1e9) });
  const value = new Utf8String({ value: name });
  certificate.subject.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value }));
  certificate.issuer = issuer?.own.subject ?? certificate.subject;
  const [from, until] = days.map((day) => new Time({ value: new Date(Date.now() + day * DAY_MS) }));
  if (from !== undefined) certificate.notBefore = from;
  if (until !== undefined) certificate.notAfter = until;
  certificate.extensions = [extensionFor(hosts)];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign((issuer?.keys ?? keys).privateKey, 'SHA-256');
  return certificate;
}

function extensionFor(hosts: readonly string[]): Extension {
  if (hosts.length === 0) {
    const extnValue = new BasicConstraints({ cA: true }).toSchema().toBER();
    return new Extension({ extnID: BASIC_CONSTRAINTS, critical: true, extnValue });
  }
  const names = hosts.map((value) => new GeneralName({ type: DNS_NAME, value }));
  return new Extension({
    extnID: ALT_NAMES,
    extnValue: new GeneralNames({ names }).toSchema().toBER(),
  });
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
}

function pem(label: string, content: ArrayBuffer): string {
  const text = Buffer.from(content).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
}
