import { Agent, request, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPrivateAddress } from '../../src-main/adapters/peers/private-address.ts';
import { networkHosts } from '../../src-main/own-server/network-hosts.ts';
import { createServer, type GatehouseServer } from '../../src-server/server.ts';
import { testConfig } from '../support/test-config.ts';
import { certificates } from '../support/station/certificates.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';
import { NO_NETWORK, withReason } from '../support/has-tool.ts';

// The second way in to a server: HTTPS for the local network.

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: GatehouseServer;
let port: number;
beforeEach(async () => {
  folder = await temporaryDirectory();
  server = await createServer(testConfig(folder.path, { demo: 20 }));
  ({ port } = await openFor(isPrivateAddress));
});
afterEach(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

function openFor(admits: (address: string) => boolean) {
  return server.openNetwork({ port: 0, tls: certificates.own, admits });
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Trusts whatever certificate is shown: which one it is, is not the question here. */
function ask(
  path: string,
  {
    host = '127.0.0.1',
    body,
    headers = {},
  }: {
    readonly host?: string;
    readonly body?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const agent = new TlsAgent({ rejectUnauthorized: false });
  const method = body === undefined ? 'GET' : 'POST';
  const asked = tlsRequest({ host, port, path, method, agent, headers }, (response) => {
    void read(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }));
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

async function read(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

async function token(): Promise<string> {
  const { client_id = '', client_secret = '' } = server.demo?.integrator ?? {};
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await ask('/oauth/token', { body: body.toString(), headers });
  return JSON.parse(reply.body).access_token;
}

function ended(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.on('close', () => resolve('closed'));
  return promise;
}

describe('the network listener', () => {
  it('serves the same, with links for the requested address', async () => {
    const event = server.demo?.events[0]?.reference ?? '';
    const headers = { authorization: `Bearer ${await token()}` };
    const path = `/v1/integration/events/${event}/tickets?per_page=1&updated_since=2020-01-01T00:00:00Z`;
    const { status, body } = await ask(path, { headers });
    expect(status).toBe(200);
    expect(JSON.parse(body).data.next_page_url).toMatch(
      new RegExp(`^https://127\\.0\\.0\\.1:${port}/v1/integration/events/`),
    );
    expect((await fetch(`${server.authUrl}/healthz`)).status).toBe(200);
  });

  it('disconnects callers that it does not admit before the handshake', async () => {
    await server.closeNetwork();
    const asked: string[] = [];
    ({ port } = await openFor((address) => {
      asked.push(address);
      return false;
    }));
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked.map((address) => address.replace('::ffff:', ''))).toContain('127.0.0.1');
    expect((await fetch(`${server.authUrl}/healthz`)).status).toBe(200);
  });

  const [here = ''] = networkHosts();
  it.skipIf(here === '')(
    withReason('gives metrics to this computer alone', here === '' ? NO_NETWORK : null),
    async () => {
      const headers = { host: 'localhost' };
      expect((await ask('/metrics', { headers })).status).toBe(200);
      expect((await ask('/metrics', { host: here, headers })).status).toBe(403);
      expect((await ask('/metrics', { host: here })).status).toBe(403);
    },
  );

  it('throttles refused credentials like the main listener', async () => {
    const body = 'grant_type=client_credentials&client_id=a&client_secret=b';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      statuses.push((await ask('/oauth/token', { body, headers })).status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
  });

  it('ends every connection at once when it closes: silent ones, kept ones and streams', async () => {
    const silent = connect(port, '127.0.0.1');
    const gone = ended(silent);
    await new Promise((resolve) => silent.once('connect', resolve));
    const event = server.demo?.events[0]?.reference ?? '';
    const agent = new TlsAgent({ rejectUnauthorized: false, keepAlive: true });
    const stream = Promise.withResolvers<IncomingMessage>();
    const path = `/v1/scanner/events/${event}/stream`;
    const headers = { authorization: `Bearer ${await token()}` };
    tlsRequest({ host: '127.0.0.1', port, path, agent, headers }, stream.resolve)
      .on('error', stream.reject)
      .end();
    const streamed = await stream.promise;
    expect(streamed.statusCode).toBe(200);
    const cut = read(streamed).catch((error: unknown) =>
      error instanceof Error && 'code' in error ? error.code : error,
    );
    await server.closeNetwork();
    expect(await gone).toBe('closed');
    expect(await cut).toBe('ECONNRESET');
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await fetch(`${server.authUrl}/healthz`)).status).toBe(200);
  });

  it('tolerates callers that do not speak TLS', async () => {
    const agent = new Agent();
    const plain = Promise.withResolvers<unknown>();
    request({ host: '127.0.0.1', port, path: '/healthz', agent }, plain.resolve)
      .on('error', plain.resolve)
      .end();
    expect(await plain.promise).toBeInstanceOf(Error);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('takes from the webhooks of a demo that they may reach this computer, until it closes', async () => {
    const authorization = `Bearer ${await token()}`;
    const subscribe = async () => {
      const { status } = await fetch(`${server.baseUrl}/integration/webhooks`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['ticket.scanned'] }),
      });
      return status;
    };
    expect(await subscribe()).toBe(422);
    await server.closeNetwork();
    expect(await subscribe()).toBe(201);
  });

  it('is not opened twice, and closes with the server', async () => {
    await expect(openFor(isPrivateAddress)).rejects.toThrow(/already/);
    await server.close();
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
