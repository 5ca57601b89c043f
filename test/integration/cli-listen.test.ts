import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditList } from '../../src-server/operations/audit.ts';
import { look } from '../../src-server/operations/definition/perform.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { listenerUrl } from '../../src-server/webhooks/management/webhook-listeners.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { createServer, type GatehouseServer } from '../../src-server/server.ts';
import { verifyWebhook } from '../../src-server/webhooks/verify-webhook.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';
import { testConfig } from '../support/test-config.ts';

// `gatehouse listen` beside a running server, with the program of a developer behind it.

const Ready = Compile(
  Type.Object({ listening: Type.Literal(true), reference: Type.String(), secret: Type.String() }),
);
const Forwarded = Compile(
  Type.Object({
    event: Type.String(),
    delivery: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()]),
  }),
);

interface Received {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

let fixture: OrganiserFixture;
let server: GatehouseServer | null;
let program: Server;
let port: number;
let received: Received[];
let status: number;

beforeEach(async () => {
  fixture = await openOrganiserFixture();
  server = null;
  received = [];
  status = 200;
  program = createHttpServer((request, response) => {
    void record(request, response);
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const address = program.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterEach(async () => {
  program.close();
  program.closeAllConnections();
  await server?.close();
  await fixture.close();
});

async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, body: await buffer(request) });
  response.writeHead(status).end();
}

async function serve(webhookAllow: readonly string[]): Promise<void> {
  server = await createServer(testConfig(fixture.dataDir, { webhookAllow, clock: fixture.clock }));
}

/** Runs the command until `stop`; `line` resolves with its nth line. */
function listen(...flags: string[]) {
  const stopping = Promise.withResolvers<void>();
  const lines: string[] = [];
  const err: string[] = [];
  let told = Promise.withResolvers<void>();
  const words = ['listen', '--forward-to', `localhost:${port}/hooks`, '--json', ...flags];
  const ended = runCommandLine(words, {
    out: (text) => {
      lines.push(text);
      told.resolve();
      told = Promise.withResolvers();
    },
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: fixture.dataDir },
    stopRequested: () => stopping.promise,
  });
  const line = async (place: number): Promise<unknown> => {
    while (lines[place] === undefined) {
      const code = await Promise.race([told.promise, ended]);
      if (typeof code === 'number') throw new Error(`ended with ${code}: ${err.join(' ')}`);
    }
    return JSON.parse(lines[place]);
  };
  const stop = async () => {
    stopping.resolve();
    return ended;
  };
  return { line, ended, err, stop };
}

const subscriptions = () =>
  fixture.database.read((tx) =>
    tx.db
      .selectFrom('webhook_subscriptions')
      .select(['reference', 'url', 'events'])
      .where('deleted_at', 'is', null)
      .execute(),
  );

async function subscribeAt(url: string) {
  const { reference } = await fixture.write((tx) =>
    createConsoleSubscription(tx, fixture.organiser, {
      endpoint: { url },
      events: ['order.created'],
      event: null,
    }),
  );
  return reference;
}

describe('gatehouse listen', () => {
  it('forwards what the server delivers, so that the printed secret verifies it, and unsubscribes at the end', async () => {
    await serve(['127.0.0.1']);
    const type = await fixture.addTicketType();
    const listening = listen('--events', 'order.created');
    const { secret, reference } = Ready.Parse(await listening.line(0));
    expect(await subscriptions()).toMatchObject([{ reference, events: '["order.created"]' }]);
    const { order } = await fixture.addOrder(type.reference);
    const forwarded = Forwarded.Parse(await listening.line(1));
    expect(forwarded).toMatchObject({ event: 'order.created', status: 200, error: null });
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = received;
    const verification = verifyWebhook({
      secret,
      header: String(headers['x-service-signature']),
      body,
      nowSeconds: fixture.now() / 1_000_000,
    });
    expect(verification.kind).toBe('genuine');
    expect(headers).toMatchObject({
      'x-service-delivery': forwarded.delivery,
      'webhook-id': forwarded.delivery,
      'content-type': 'application/json',
      host: `localhost:${port}`,
    });
    expect(JSON.parse(body.toString())).toMatchObject({ data: { order: order.reference } });
    expect(await listening.stop()).toBe(0);
    expect(await subscriptions()).toEqual([]);
    const { data: log } = await look(fixture.database, auditList, {
      organiser: fixture.organiser,
    });
    expect(log.map(({ operation, resource }) => [operation, resource])).toEqual([
      ['webhook.remove', reference],
      ['webhook.create', reference],
    ]);
  });

  it('says what a failing program answered, and brings the event no second time', async () => {
    await serve(['127.0.0.1']);
    const type = await fixture.addTicketType();
    const listening = listen();
    await listening.line(0);
    status = 500;
    await fixture.addOrder(type.reference);
    expect(await listening.line(1)).toMatchObject({ event: 'order.created', status: 500 });
    program.close();
    program.closeAllConnections();
    await fixture.addOrder(type.reference);
    const refused = {
      status: null,
      error: expect.stringMatching(/^connect\.refused: Nothing listens at /),
    };
    expect(await listening.line(2)).toMatchObject(refused);
    const attempts = await fixture.database.read((tx) =>
      tx.db.selectFrom('webhook_deliveries').select('status').execute(),
    );
    expect(attempts.map((delivery) => delivery.status)).not.toContain('failed');
    expect(received).toHaveLength(1);
    await listening.stop();
  });

  it('outlives a server that was killed in the middle of a delivery', async () => {
    await serve(['127.0.0.1']);
    const type = await fixture.addTicketType();
    const listening = listen();
    await listening.line(0);
    const [{ url } = { url: '' }] = await subscriptions();
    const { port: at, pathname } = new URL(url);
    const socket = connect(Number(at), '127.0.0.1');
    // What was sent arrives before the end of the connection.
    await new Promise((resolve) => {
      socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{`, resolve);
    });
    socket.destroy();
    await fixture.addOrder(type.reference);
    expect(await listening.line(1)).toMatchObject({ event: 'order.created', status: 200 });
    expect(await listening.stop()).toBe(0);
  });

  it('waits for no program that does not answer when it is to end', async () => {
    await serve(['127.0.0.1']);
    const type = await fixture.addTicketType();
    const listening = listen();
    await listening.line(0);
    program.removeAllListeners('request');
    const asked = Promise.withResolvers<IncomingMessage>();
    program.on('request', (request) => asked.resolve(request));
    await fixture.addOrder(type.reference);
    const request = await asked.promise;
    const abandoned = new Promise((resolve) => request.once('close', resolve));
    const since = performance.now();
    expect(await listening.stop()).toBe(0);
    await abandoned;
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('pins one event, and takes its organiser', async () => {
    await serve(['127.0.0.0/8']);
    const listening = listen('--event', fixture.event.reference);
    expect(await listening.line(0)).toMatchObject({ event: fixture.event.reference });
    await listening.stop();
  });

  it('removes what a killed one left behind, and neither one that still listens nor anybody else’s', async () => {
    await serve(['127.0.0.1']);
    const dead = await subscribeAt(listenerUrl(1, hostname(), 'dead').href);
    const elsewhere = await subscribeAt(listenerUrl(1, 'another-computer', 'x').href);
    const own = await subscribeAt('https://example.org/hooks');
    const first = listen();
    const { reference: alive } = Ready.Parse(await first.line(0));
    const second = listen();
    const { reference: newest } = Ready.Parse(await second.line(0));
    const left = (await subscriptions()).map(({ reference }) => reference);
    expect(left.toSorted()).toEqual([elsewhere, own, alive, newest].toSorted());
    expect(left).not.toContain(dead);
    await first.stop();
    await second.stop();
  });

  it('subscribes nothing where the server may not deliver to this computer, and says what to do', async () => {
    await serve([]);
    const listening = listen();
    expect(await listening.ended).toBe(1);
    expect(listening.err).toEqual([expect.stringContaining('--webhook-allow 127.0.0.1')]);
    expect(await subscriptions()).toEqual([]);
  });

  it.each(['ftp://localhost', 'http://me@localhost', '', 'http://'])(
    'refuses to forward to "%s"',
    async (target) => {
      const listening = listen('--forward-to', target);
      expect(await listening.ended).toBe(2);
      expect(listening.err[0]).toContain('Expected --forward-to with a URL');
    },
  );
});
