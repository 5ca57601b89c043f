import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../bin/build.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const isPage = ({ status, headers, body }: Answer) =>
  status === 200 &&
  headers['content-type'] === 'text/html; charset=utf-8' &&
  body.includes('<base href="/console/" />');

describe('the page of the console', () => {
  let server: TestServer;
  let script: string;

  /** With the path as it is: `fetch` would resolve it. */
  const send = async (
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const sent = request(server.authUrl, { path, method, headers });
    const received = once(sent, 'response');
    sent.end();
    const [response]: IncomingMessage[] = await received;
    if (response === undefined) throw new Error('expected a response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };

  beforeAll(async () => {
    expect(await build(join(import.meta.dirname, '../../..'), 'stale')).toBe(true);
    server = await startTestServer();
    const { body } = await send('/console');
    script = /src="\.\/(assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each([
    '/console',
    '/console/',
    '/console/orders',
    '/console/orders/ord_1?q=a',
    '/console/x.y',
  ])('is at %s, and is never kept', async (path) => {
    const answer = await send(path);
    expect(isPage(answer)).toBe(true);
    expect(answer.headers['cache-control']).toBe('no-store');
    const nonce = /name="dpop-nonce" content="([^"]+)"/;
    expect(nonce.exec(answer.body)?.[1]).toBeTruthy();
  });

  it('has scripts that are kept for ever, compressed for who asks for it', async () => {
    const plain = await send(`/console/${script}`);
    expect(plain.status).toBe(200);
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const headers = { 'accept-encoding': 'gzip' };
    const small = await send(`/console/${script}`, { headers });
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(Number(small.headers['content-length'])).toBeLessThan(plain.body.length / 2);
  });

  it.each([
    '/console/assets/none.js',
    '/console/assets/../../../package.json',
    '/console/assets/..%2f..%2f..%2fpackage.json',
    '/console/assets/%2e%2e/%2e%2e/main/electron-main.js',
  ])('is not what %s gets, which is no file of it', async (path) => {
    const { status, body } = await send(path);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'route.not_found' });
  });

  it.each(['/console/../package.json', '/console/..%2f..%2fpackage.json', '/console/%2e%2e/x.js'])(
    'gives no file outside of it at %s',
    async (path) => {
      const answer = await send(path);
      expect(isPage(answer) || answer.status === 404).toBe(true);
    },
  );

  it('answers HEAD with the headers alone', async () => {
    const { status, headers, body } = await send('/console/orders', { method: 'HEAD' });
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers['content-type']).toMatch(/^text\/html/);
  });

  it('is where browsers are led from the root, and programs are not', async () => {
    const browser = await send('/', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(browser.status).toBe(302);
    expect(browser.headers).toMatchObject({ location: '/console', vary: 'accept' });
    expect((await send('/', { headers: { accept: '*/*' } })).status).toBe(404);
    expect((await send('/')).status).toBe(404);
  });

  it('lets nobody frame it, and no script of others or in its text run, whatever is answered', async () => {
    const answers = [
      await send('/console'),
      await send('/console/orders'),
      await send(`/console/${script}`),
      await send('/console/assets/none.js'),
      await send('/', { headers: { accept: 'text/html' } }),
    ];
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  });
});
