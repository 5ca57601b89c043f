import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, type TlsOptions } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthority, type Authority } from '../../test/support/webhooks/authority.ts';
import { certificate, certificateKey } from '../../test/support/webhooks/certificate.ts';
import { openDnsStub, type DnsAnswer } from '../../test/support/webhooks/dns-stub.ts';
import {
  answerOk,
  answerStatus,
  listen,
  openRawReceiver,
  openReceiver,
} from '../../test/support/webhooks/receiver.ts';
import { MAX_WEBHOOK_URL_LENGTH } from '../../shared/contract/limits.ts';
import { systemClock, type Clock } from '../database/clock.ts';
import { EgressGuard } from './egress/egress-guard.ts';
import { parseNetwork } from './egress/network.ts';
import { createNameResolver, type ResolveName } from './egress/resolve-name.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { Sender } from './sender.ts';

const open: { readonly close: () => unknown }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

function keep<T extends { readonly close: () => unknown }>(thing: T): T {
  open.push(thing);
  return thing;
}

const secret = 'whsec_c2VjcmV0';
const content = {
  reference: 'whd_01kyvbnvq0g7m3x9r2c5t8w4ez',
  name: 'order.created',
  body: '{"event":"order.created"}',
  secrets: [secret],
  timestamp: 1_800_000_000,
};

interface Setting {
  readonly allow?: readonly string[];
  readonly resolve?: ResolveName;
  readonly timeoutMs?: number;
  readonly clock?: Pick<Clock, 'monotonicMs'>;
  readonly headerPrefix?: string;
  readonly trustedCertificates?: readonly string[];
}

function senderWith(setting: Setting = {}): Sender {
  let ms = 0;
  const guard = new EgressGuard({
    resolve: setting.resolve ?? createNameResolver(),
    allow: (setting.allow ?? ['127.0.0.1'])
      .map((text) => parseNetwork(text))
      .filter((network) => network !== null),
    // Every reading of the clock is a second later, so that no DNS answer is used twice.
    monotonicMs: () => (ms += 1_000),
  });
  return keep(
    new Sender({
      guard,
      clock: setting.clock ?? systemClock,
      headerPrefix: setting.headerPrefix ?? 'X-Service',
      timeoutMs: setting.timeoutMs ?? 10_000,
      secureContext: createSecureContext({
        ca: [...getCACertificates('default'), ...(setting.trustedCertificates ?? [])],
      }),
    }),
  );
}

function deliver(url: string, setting: Setting = {}) {
  return senderWith(setting).deliver(url, content, async () => true);
}

/** A resolver that queries a stub name server. */
async function resolverOf(answerTo: (name: string, type: 'A' | 'AAAA') => DnsAnswer) {
  const stub = keep(await openDnsStub(answerTo));
  return { stub, resolve: createNameResolver({ servers: [stub.server] }) };
}

describe('a delivery', () => {
  it('is made to a saved URL that is longer than a new one may be', async () => {
    const receiver = keep(await openReceiver(answerOk));
    const url = `${receiver.url}/${'a'.repeat(MAX_WEBHOOK_URL_LENGTH)}`;
    expect(await deliver(url)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('is a signed POST of exactly the given bytes', async () => {
    const receiver = keep(await openReceiver());
    const result = await deliver(`${receiver.url}?a=1#b`);
    expect(result).toEqual({
      kind: 'answered',
      status: 200,
      body: 'ok',
      retryAfter: null,
      remark: null,
    });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1', body: content.body });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      host: `127.0.0.1:${receiver.port}`,
      'x-service-event': 'order.created',
      'x-service-delivery': content.reference,
      'webhook-id': content.reference,
    });
    const header = String(request?.headers['x-service-signature']);
    const received = { secret, header, body: request?.body ?? '', nowSeconds: content.timestamp };
    expect(verifyWebhook(received)).toMatchObject({ kind: 'genuine' });
  });

  it('carries its headers under another prefix when configured', async () => {
    const receiver = keep(await openReceiver());
    await deliver(receiver.url, { headerPrefix: 'X-Acme' });
    const names = Object.keys(receiver.requests[0]?.headers ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['x-acme-signature', 'x-acme-event', 'x-acme-delivery']),
    );
    expect(names.filter((name) => name.startsWith('x-service'))).toEqual([]);
  });

  it('reports the first of several Retry-After', async () => {
    const receiver = keep(
      await openRawReceiver((socket) =>
        socket.end(
          'HTTP/1.1 503 No\r\nRetry-After: 7\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
    );
    expect(await deliver(receiver.url)).toMatchObject({ status: 503, retryAfter: '7' });
  });

  it('reports any status that it received, with Retry-After', async () => {
    for (const status of [204, 410, 429, 500]) {
      const receiver = keep(await openReceiver(answerStatus(status, { 'Retry-After': '7' })));
      expect(await deliver(receiver.url)).toMatchObject({ status, retryAfter: '7' });
    }
  });

  it('does not follow a redirect', async () => {
    const inner = keep(await openReceiver());
    const receiver = keep(await openReceiver(answerStatus(302, { Location: inner.url })));
    expect(await deliver(receiver.url)).toMatchObject({ kind: 'answered', status: 302 });
    expect(inner.requests).toEqual([]);
  });

  it('checks again when connecting took longer than a check is valid, and writes to the connection that is open by then', async () => {
    const receiver = keep(await openRawReceiver((socket) => socket.end('HTTP/1.1 204 No\r\n\r\n')));
    // Clock readings at the check and before the write, twice.
    const looks = [0, 101, 101, 102];
    const sender = senderWith({ clock: { monotonicMs: () => looks.shift() ?? 102 } });
    let asked = 0;
    const isWanted = async () => (asked += 1) > 0;
    expect(await sender.deliver(receiver.url, content, isWanted)).toMatchObject({ status: 204 });
    expect(asked).toBe(2);
    expect(receiver.connections()).toBe(1);
  });

  it('writes nothing when the second check fails', async () => {
    const receiver = keep(await openReceiver());
    const looks = [0, 101];
    const sender = senderWith({ clock: { monotonicMs: () => looks.shift() ?? 101 } });
    const answers = [true, false];
    const isWanted = async () => answers.shift() ?? true;
    expect(await sender.deliver(receiver.url, content, isWanted)).toEqual({ kind: 'cancelled' });
    expect(receiver.requests).toEqual([]);
  });

  it('rejects when the check itself fails, and writes nothing', async () => {
    const receiver = keep(await openReceiver());
    const delivering = senderWith().deliver(receiver.url, content, () =>
      Promise.reject(new Error('no database')),
    );
    await expect(delivering).rejects.toThrow('no database');
    expect(receiver.requests).toEqual([]);
  });

  it('writes nothing when it is no longer wanted at the last moment', async () => {
    const receiver = keep(await openReceiver());
    const sender = senderWith();
    expect(await sender.deliver(receiver.url, content, async () => false)).toEqual({
      kind: 'cancelled',
    });
    expect(await sender.deliver(receiver.url, content, async () => true)).toMatchObject({
      status: 200,
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('is aborted when the sender is closed', async () => {
    const silent = keep(await openRawReceiver(() => undefined));
    const sender = senderWith();
    const delivering = sender.deliver(silent.url, content, async () => true);
    sender.close();
    expect(await delivering).toEqual({ kind: 'aborted' });
  });
});

describe('a hostile endpoint', () => {
  it('that never answers costs no more than the time limit', async () => {
    const receiver = keep(await openRawReceiver(() => undefined));
    expect(await deliver(receiver.url, { timeoutMs: 150 })).toEqual({
      kind: 'broken',
      error: 'timeout: There was no status line within 0.15 s. Respond first, then work.',
    });
  });

  it('that trickles a status line is cut off although bytes keep coming', async () => {
    const receiver = keep(
      await openRawReceiver((socket) => {
        socket.write('HTTP/1.1 200 ');
        const timer = setInterval(() => socket.write('OK'), 20);
        socket.once('close', () => clearInterval(timer));
      }),
    );
    expect(await deliver(receiver.url, { timeoutMs: 300 })).toMatchObject({
      error: expect.stringMatching(/^timeout: /),
    });
  });

  it('that trickles interim responses is cut off', async () => {
    const receiver = keep(
      await openRawReceiver((socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
        socket.once('close', () => clearInterval(timer));
      }),
    );
    expect(await deliver(receiver.url, { timeoutMs: 300 })).toMatchObject({
      error: expect.stringMatching(/^timeout: /),
    });
  });

  it('that trickles its body is cut off, keeping the part received', async () => {
    const receiver = keep(
      await openRawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.once('close', () => clearInterval(timer));
      }),
    );
    // The status came in time; the body has its own limit.
    const result = await deliver(receiver.url, { timeoutMs: 300 });
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(result).toHaveProperty('body', expect.stringMatching(/^x+$/));
    expect(result).toHaveProperty(
      'remark',
      expect.stringMatching(/^response\.incomplete: .* of 1000/),
    );
  });

  it('that never ends its body is read for 2,000 characters and then closed', async () => {
    const receiver = keep(
      await openRawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const pour = () => {
          while (!socket.destroyed && socket.write(`3e8\r\n${'€'.repeat(333)}x\r\n`)) continue;
        };
        socket.on('drain', pour);
        pour();
      }),
    );
    const result = await deliver(receiver.url);
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    const body = result.kind === 'answered' ? result.body : '';
    expect(Array.from(body)).toHaveLength(2_000);
    expect(body).toMatch(/^[€x]+$/);
  });

  it('that answers before it has read the request is heard', async () => {
    const server = createTcpServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
    });
    const { port } = keep(await listen(server, '127.0.0.1'));
    expect(await deliver(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 413 });
  });

  it('that does not listen is a refused connection', async () => {
    const receiver = await openReceiver();
    await receiver.close();
    expect(await deliver(receiver.url)).toEqual({
      kind: 'broken',
      error: `connect.refused: Nothing listens at 127.0.0.1 port ${receiver.port}.`,
    });
  });
});

async function openTls(options: TlsOptions = { cert: certificate, key: certificateKey }) {
  const names: unknown[] = [];
  const server = createTlsServer(options, (request, response) => {
    names.push(request.headers.host);
    response.end('ok');
  });
  server.on('tlsClientError', () => undefined);
  const { port, close } = await listen(server, '127.0.0.1');
  return keep({ port, names, close });
}

describe('TLS', () => {
  const host = 'hooks.example';
  let root: Authority;
  let trusted: Setting;
  beforeAll(async () => {
    root = await createAuthority('Trusted');
  });
  beforeEach(async () => {
    const { resolve } = await resolverOf(() => ['127.0.0.1']);
    trusted = { resolve, trustedCertificates: [root.cert] };
  });

  it.each<readonly [string, RegExp, (authority: Authority) => Promise<TlsOptions>]>([
    ['expired', /^tls\.expired: /, (of) => of.issue({ name: host, days: [-9, -1] })],
    ['not yet valid', /^tls\.not_yet_valid: /, (of) => of.issue({ name: host, days: [1, 9] })],
    [
      'of another name',
      /^tls\.wrong_name: .*other\.example/,
      (of) => of.issue({ name: 'other.example' }),
    ],
    [
      'self-signed',
      /^tls\.self_signed: /,
      async () => ({ cert: certificate, key: certificateKey }),
    ],
    [
      'without its intermediate',
      /^tls\.incomplete_chain: /,
      async (of) => (await of.intermediate('Middle')).issue({ name: host }),
    ],
    [
      'of an unknown authority',
      /^tls\.unknown_authority: /,
      async () => {
        const stranger = await createAuthority('Stranger');
        const { cert, key } = await stranger.issue({ name: host });
        return { cert: cert + stranger.cert, key };
      },
    ],
    [
      'of an unknown intermediate',
      /^tls\.unknown_authority: /,
      async () => {
        const middle = await (await createAuthority('Stranger')).intermediate('Middle');
        const { cert, key } = await middle.issue({ name: host });
        return { cert: cert + middle.cert, key };
      },
    ],
    [
      'asking for one of the client',
      /^tls\.client_certificate: /,
      async (of) => ({
        ...(await of.issue({ name: host })),
        requestCert: true,
        rejectUnauthorized: true,
      }),
    ],
    [
      'over TLS 1.1',
      /^tls\.version: /,
      async (of) => ({
        ...(await of.issue({ name: host })),
        minVersion: 'TLSv1.1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    ],
  ])('refuses a certificate %s, and says so', async (_what, error, optionsFrom) => {
    const { port, names } = await openTls(await optionsFrom(root));
    expect(await deliver(`https://${host}:${port}/`, trusted)).toEqual({
      kind: 'broken',
      error: expect.stringMatching(error),
    });
    expect(names).toEqual([]);
  });

  it('trusts a chain through an intermediate, beside the public authorities', async () => {
    const middle = await root.intermediate('Middle');
    const { cert, key } = await middle.issue({ name: host });
    const { port, names } = await openTls({ cert: cert + middle.cert, key });
    expect(await deliver(`https://${host}:${port}/`, trusted)).toMatchObject({ status: 200 });
    expect(names).toEqual([`${host}:${port}`]);
  });

  it.each([host, `${host}.`, 'HOOKS.example'])(
    'names %s in the handshake, without which a shared address has no certificate for it',
    async (name) => {
      const other = await root.issue({ name: 'other.example' });
      const own = createSecureContext(await root.issue({ name: host }));
      const asked: string[] = [];
      const { port } = await openTls({
        ...other,
        SNICallback: (servername, done) => {
          asked.push(servername);
          done(null, own);
        },
      });
      expect(await deliver(`https://${name}:${port}/`, trusted)).toMatchObject({ status: 200 });
      expect(asked).toEqual([host]);
    },
  );

  it('verifies the name on every connection, also where it was verified before', async () => {
    const { port } = await openTls(await root.issue({ name: host }));
    const sender = senderWith(trusted);
    const to = (name: string) =>
      sender.deliver(`https://${name}:${port}/`, content, async () => true);
    expect(await to(host)).toMatchObject({ status: 200 });
    expect(await to('other.example')).toMatchObject({
      error: expect.stringMatching(/^tls\.wrong_name/),
    });
  });

  it('never falls back to plain text', async () => {
    const receiver = keep(await openReceiver());
    expect(await deliver(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({
      error: expect.stringMatching(/^tls\.no_tls: /),
    });
    expect(receiver.requests).toEqual([]);
  });

  it('says that the other end hung up in the handshake', async () => {
    const receiver = keep(await openRawReceiver((socket) => socket.resetAndDestroy()));
    expect(await deliver(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({
      error: 'tls.failed: The TLS handshake was cut off.',
    });
  });
});

describe('the egress guard', () => {
  it('connects to no address in a URL that is not public', async () => {
    const receiver = keep(await openReceiver());
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const url = `http://${host}:${receiver.port}/`;
      expect(await deliver(url, { allow: [] })).toMatchObject({
        error: expect.stringMatching(/^address\.not_public: /),
      });
    }
    expect(receiver.requests).toEqual([]);
  });

  it('refuses a name with any address that is not public', async () => {
    const receiver = keep(await openReceiver());
    const { resolve } = await resolverOf(() => ['127.0.0.1', '10.0.0.1']);
    const url = `http://mixed.example:${receiver.port}/`;
    expect(await deliver(url, { resolve })).toMatchObject({
      error: expect.stringMatching(/^address\.not_public: /),
    });
    const six = await resolverOf(() => ['127.0.0.1', '::1']);
    expect(await deliver(url, { resolve: six.resolve })).toMatchObject({
      error: expect.stringMatching(/^address\.not_public: /),
    });
    expect(receiver.requests).toEqual([]);
  });

  it('dials what it has checked and asks no second time, whatever the name says meanwhile', async () => {
    const receiver = keep(await openReceiver());
    let asked = 0;
    const { resolve } = await resolverOf((_name, type) => {
      if (type === 'AAAA') return [];
      asked += 1;
      return asked === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    });
    const url = `http://flips.example:${receiver.port}/`;
    expect(await deliver(url, { resolve, allow: ['127.0.0.0/8'] })).toMatchObject({
      error: `connect.refused: Nothing listens at 127.0.0.2 port ${receiver.port}.`,
    });
    expect(asked).toBe(1);
    expect(receiver.requests).toEqual([]);
  });

  it('leaves a kept connection whose address the name no longer has', async () => {
    const receiver = keep(await openReceiver());
    let addresses = ['127.0.0.1'];
    const { resolve } = await resolverOf(() => addresses);
    const sender = senderWith({ resolve, allow: ['127.0.0.0/8'] });
    const url = `http://moves.example:${receiver.port}/`;
    expect(await sender.deliver(url, content, async () => true)).toMatchObject({ status: 200 });
    addresses = ['127.0.0.2'];
    expect(await sender.deliver(url, content, async () => true)).toMatchObject({
      error: expect.stringMatching(/^connect\.refused: .*127\.0\.0\.2/),
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('refuses the next delivery after a name has changed, although a connection is still open', async () => {
    const receiver = keep(await openReceiver());
    let addresses = ['127.0.0.1'];
    const { resolve } = await resolverOf(() => addresses);
    const sender = senderWith({ resolve });
    const url = `http://moves.example:${receiver.port}/`;
    expect(await sender.deliver(url, content, async () => true)).toMatchObject({ status: 200 });
    addresses = ['10.0.0.1'];
    const after = await sender.deliver(url, content, async () => true);
    expect(after).toMatchObject({ error: expect.stringMatching(/^address\.not_public: /) });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each(['servfail', 'refused', 'silent', null, []] as const)(
    'needs no IPv6: AAAA is answered with %s',
    async (aaaa) => {
      const receiver = keep(await openReceiver());
      const { resolve } = await resolverOf((_name, type) => (type === 'A' ? ['127.0.0.1'] : aaaa));
      const url = `http://four.example:${receiver.port}/`;
      expect(await deliver(url, { resolve })).toMatchObject({ kind: 'answered', status: 200 });
    },
  );

  it('needs no IPv4', async () => {
    const receiver = keep(await openReceiver(answerOk, '::1'));
    const { resolve } = await resolverOf((_name, type) => (type === 'A' ? 'servfail' : ['::1']));
    const url = `http://six.example:${receiver.port}/`;
    expect(await deliver(url, { resolve, allow: ['::1'] })).toMatchObject({ status: 200 });
  });

  it('distinguishes a missing name from name servers that fail', async () => {
    const { resolve } = await resolverOf((name) => (name.startsWith('gone') ? null : 'servfail'));
    expect(await deliver('http://gone.example/', { resolve })).toMatchObject({
      error: expect.stringMatching(/^name\.not_found: .*gone\.example/),
    });
    expect(await deliver('http://quiet.example/', { resolve })).toMatchObject({
      error: 'name.unanswered: No name server could resolve quiet.example: ESERVFAIL.',
    });
  });

  it('says when name servers do not respond', { tags: ['long'] }, async () => {
    const { resolve } = await resolverOf(() => 'silent');
    const silent = await deliver('http://quiet.example/', { resolve, timeoutMs: 20_000 });
    expect(silent).toMatchObject({ error: expect.stringMatching(/^name\.unanswered: .*ETIMEOUT/) });
  });

  it('ignores the proxies of the environment', async () => {
    const proxy = keep(await openReceiver());
    const receiver = keep(await openReceiver());
    process.env['HTTP_PROXY'] = proxy.url;
    process.env['http_proxy'] = proxy.url;
    try {
      await deliver(receiver.url);
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
    expect([proxy.requests.length, receiver.requests.length]).toEqual([0, 1]);
  });
});

function connectionIsFree() {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a kept connection that its endpoint closes', () => {
  const answer = 'HTTP/1.1 204 Fine\r\n\r\n';
  let reused = 0;
  beforeEach(() => {
    reused = 0;
  });
  /** Answers the first request of the first connection, and then calls `afterwards`. */
  async function openForgetful(afterwards: (socket: Socket, connection: number) => void) {
    let connections = 0;
    return keep(
      await openRawReceiver((socket) => {
        connections += 1;
        const connection = connections;
        if (connection > 1) return afterwards(socket, connection);
        socket.write(answer);
        socket.once('data', () => {
          reused += 1;
          afterwards(socket, connection);
        });
      }),
    );
  }

  it.each([
    ['with a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['in an orderly way', (socket: Socket) => socket.end()],
  ])('%s is replaced by a new connection, and the attempt succeeds', async (_how, close) => {
    const receiver = await openForgetful((socket, connection) => {
      if (connection === 1) close(socket);
      else socket.end(answer);
    });
    const sender = senderWith();
    const send = () => sender.deliver(receiver.url, content, async () => true);
    expect(await send()).toMatchObject({ status: 204 });
    await connectionIsFree();
    expect(await send()).toMatchObject({ kind: 'answered', status: 204 });
    expect(reused).toBe(1);
    expect(receiver.connections()).toBe(2);
  });

  it('causes only one repetition', async () => {
    const receiver = await openForgetful((socket) => socket.resetAndDestroy());
    const sender = senderWith();
    const send = () => sender.deliver(receiver.url, content, async () => true);
    await send();
    await connectionIsFree();
    expect(await send()).toMatchObject({
      kind: 'broken',
      error: expect.stringMatching(/^connection\.lost: /),
    });
    expect(reused).toBe(1);
    expect(receiver.connections()).toBe(2);
  });

  it('causes no repetition of a delivery that is no longer wanted', async () => {
    const receiver = await openForgetful((socket) => socket.resetAndDestroy());
    const sender = senderWith();
    await sender.deliver(receiver.url, content, async () => true);
    await connectionIsFree();
    const answers = [true, false];
    const isWanted = async () => answers.shift() ?? false;
    expect(await sender.deliver(receiver.url, content, isWanted)).toEqual({ kind: 'cancelled' });
    expect(reused).toBe(1);
  });
});

it('causes no second repetition when the new connection is lost', async () => {
  const receiver = keep(await openRawReceiver((socket) => socket.resetAndDestroy()));
  expect(await deliver(receiver.url)).toMatchObject({
    kind: 'broken',
    error: expect.stringMatching(/^connection\.lost: /),
  });
  expect(receiver.connections()).toBe(1);
});
