import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, it } from 'vitest';
import { certificates } from '../../../test/support/station/certificates.ts';
import { testConfig } from '../../../test/support/test-config.ts';
import { buildApp } from '../app.ts';
import { connectionLimits } from './listener-options.ts';

const limits = { ...connectionLimits, requestMs: 300, handshakeMs: 300, checkMs: 50 };
const head = 'POST / HTTP/1.1\r\nHost: x\r\n';

/** What a request that never arrives consists of: its beginning, and what follows again and again. */
const slow = [
  ['', ''],
  [head, ''],
  [head, 'X-Again: 1\r\n'],
  [`${head}Content-Length: 999999\r\n\r\n`, ''],
  [`${head}Content-Length: 999999\r\n\r\n`, 'x'],
] as const;

/** `emptied` resolves once the listener has closed that many connections. */
async function listening(tls: typeof certificates.own | null, expected: number) {
  const app = buildApp(testConfig('unused', { tls }), limits);
  app.post('/', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = app.server.address() as AddressInfo;
  const { promise: emptied, resolve } = Promise.withResolvers<void>();
  let closed = 0;
  app.server.on('connection', (socket: Socket) =>
    socket.once('close', () => (closed += 1) === expected && resolve()),
  );
  return { port, emptied, [Symbol.asyncDispose]: () => app.close() };
}

/** Sends that, and closes nothing by itself: `end` does. */
function hold(socket: Socket, first: string, again: string) {
  const held = { answer: '', end: () => undefined as void };
  socket.on('data', (chunk) => (held.answer += chunk.toString()));
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const timer = again === '' ? undefined : setInterval(() => socket.write(again), 20);
  held.end = () => {
    clearInterval(timer);
    socket.destroy();
  };
  return held;
}

it.each([
  ['in plain HTTP', null],
  ['with TLS', certificates.own],
] as const)(
  'A listener %s ends requests that do not arrive in time, whoever keeps them open',
  async (_name, tls) => {
    await using server = await listening(tls, slow.length);
    const to = { host: '127.0.0.1', port: server.port, allowHalfOpen: true };
    const held = slow.map(([first, again]) => {
      const socket =
        tls === null ? connectTcp(to) : connectTls({ ...to, rejectUnauthorized: false });
      return hold(socket, first, again);
    });
    await server.emptied;
    for (const { answer, end } of held) {
      end();
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    }
  },
);

it('A listener with TLS ends connections that do not finish their handshake', async () => {
  await using server = await listening(certificates.own, 2);
  const to = { host: '127.0.0.1', port: server.port, allowHalfOpen: true };
  const held = ['', '\u0016\u0003\u0001'].map((first) => hold(connectTcp(to), first, ''));
  await server.emptied;
  for (const { end } of held) end();
});
