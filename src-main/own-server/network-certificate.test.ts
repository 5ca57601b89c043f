import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNetworkCertificate, pathOfCertificate } from './network-certificate.ts';
import { makeCertificate } from './self-signed-certificate.ts';

const now = new Date('2026-11-23T02:30:00Z');
const addresses = ['192.168.1.20', 'fd00::2'];
let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-certificate-'));
});
afterEach(() => rm(data, { recursive: true }));

function open(make: 'if_first' | 'anew' | 'never', at = now) {
  return openNetworkCertificate(data, { now: at, make, addresses });
}

async function opened(make: 'if_first' | 'anew' | 'never') {
  const certificate = await open(make);
  if (typeof certificate === 'string') throw new Error(certificate);
  return certificate;
}

describe('a self-signed certificate', async () => {
  const { cert, key } = await makeCertificate({ hostName: 'laptop', addresses }, now);
  const certificate = new X509Certificate(cert);

  it('is signed with its own key, and names the computer', () => {
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(certificate.checkIP('192.168.1.20')).toBe('192.168.1.20');
    expect(certificate.checkIP('fd00::2')).toBe('fd00::2');
    expect(certificate.checkHost('laptop')).toBe('laptop');
    expect(certificate.checkIP('192.168.1.21')).toBeUndefined();
  });

  it('is valid for ten years, also for a computer whose clock is years behind', () => {
    expect(certificate.validFromDate).toEqual(new Date('2000-01-01T00:00:00Z'));
    expect(certificate.validToDate).toEqual(new Date('2036-11-23T02:30:00Z'));
  });

  it.each([
    ['1970-01-01T00:00:00Z', '2036-01-01T00:00:00Z'],
    ['2039-12-31T00:00:00Z', '2049-12-31T00:00:00Z'],
    ['2041-01-01T00:00:00Z', '2051-01-01T00:00:00Z'],
  ])('is good for the present too where the clock says %s', async (at, until) => {
    const made = await makeCertificate({ hostName: 'laptop', addresses: [] }, new Date(at));
    expect(new X509Certificate(made.cert).validToDate).toEqual(new Date(until));
  });

  it('is different every time', async () => {
    const made = await makeCertificate({ hostName: 'laptop', addresses }, now);
    const other = new X509Certificate(made.cert);
    expect(other.serialNumber).not.toBe(certificate.serialNumber);
    expect(other.fingerprint256).not.toBe(certificate.fingerprint256);
  });

  it('leaves out an invalid name', async () => {
    const odd = await makeCertificate({ hostName: 'Åses Mac', addresses: [] }, now);
    expect(new X509Certificate(odd.cert).subjectAltName).toBe('DNS:localhost');
  });

  it('is accepted by a client that trusts it, under any of its names', async () => {
    const server = createServer({ cert, key }, (_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    // A separate process, because trusted certificates are fixed when a process starts.
    const file = join(data, 'trusted.pem');
    await writeFile(file, cert);
    const code = `process.stdout.write(await (await fetch('https://localhost:${port}')).text())`;
    try {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      execFile(
        process.execPath,
        ['--input-type=module', '--eval', code],
        { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      );
      expect(await promise).toBe('hello');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('the certificate of a data folder', () => {
  it('is created once, readable only by its owner, and found again', async () => {
    const first = await opened('if_first');
    if (process.platform !== 'win32') {
      expect((await stat(pathOfCertificate(data))).mode & 0o777).toBe(0o600);
    }
    expect(await opened('if_first')).toEqual(first);
    expect(await opened('never')).toEqual(first);
    expect(first.expiresAt).toEqual(new Date('2036-11-23T02:30:00Z'));
  });

  it('is read from its copy if it is damaged', async () => {
    const first = await opened('if_first');
    await writeFile(pathOfCertificate(data), 'half of');
    expect(await opened('never')).toEqual(first);
  });

  it('is lost if neither can be read, and is not replaced until somebody asks for it', async () => {
    const first = await opened('if_first');
    for (const name of await readdir(data)) await writeFile(join(data, name), 'half of');
    expect(await open('if_first')).toBe('certificate_lost');
    expect(await readFile(pathOfCertificate(data), 'utf8')).toBe('half of');
    const second = await opened('anew');
    expect(second.tls.cert).not.toBe(first.tls.cert);
    expect(await opened('never')).toEqual(second);
    expect(await readdir(data)).toContain('server-tls.pem.damaged-1');
  });

  it('is lost if it was there before and is missing', async () => {
    expect(await open('never')).toBe('certificate_lost');
  });

  it('is lost if its key is another', async () => {
    const one = await makeCertificate({ hostName: 'laptop', addresses }, now);
    const other = await makeCertificate({ hostName: 'laptop', addresses }, now);
    await writeFile(pathOfCertificate(data), one.key + other.cert);
    expect(await open('if_first')).toBe('certificate_lost');
  });

  it('has expired after ten years', async () => {
    await opened('if_first');
    expect(await open('never', new Date('2036-11-23T02:29:59Z'))).toMatchObject({});
    expect(await open('never', new Date('2036-11-23T02:30:01Z'))).toBe('certificate_expired');
  });
});
