import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deviceClock } from '../system/device-clock.ts';
import { HttpExchange } from './http-exchange.ts';

describe('a streamed response', () => {
  it.each([
    ['zstd', zstdCompressSync],
    ['gzip', gzipSync],
  ])(
    'in %s is waited for as often as it takes, and leaves no listener behind',
    async (coding, pack) => {
      const sent = randomBytes(6 * 1024 * 1024);
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-encoding': coding });
        response.end(pack(sent));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const warnings: Error[] = [];
      const warn = (warning: Error) => warnings.push(warning);
      process.on('warning', warn);
      const exchange = new HttpExchange(deviceClock);
      try {
        const asked = { method: 'GET', headers: {}, body: null, timeoutMs: 10_000 } as const;
        const answer = await exchange.stream(
          { ...asked, url: `http://127.0.0.1:${port}/` },
          async (_, body) => {
            const parts: Uint8Array[] = [];
            for await (const piece of body) {
              parts.push(piece);
              await turn();
            }
            return Buffer.concat(parts).equals(sent);
          },
        );
        expect(answer).toEqual({ kind: 'read', value: true });
        await turn();
        expect(warnings).toEqual([]);
      } finally {
        process.off('warning', warn);
        await exchange.close();
        server.close();
      }
    },
  );
});

/** Answers each request with these bytes, piece by piece, on one connection after the other. */
async function answering(pieces: readonly Uint8Array[]) {
  const server = createTcpServer((socket) => {
    socket.setNoDelay(true).on('error', () => undefined);
    const answer = async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await turn();
      }
    };
    socket.on('data', () => void answer());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const exchange = new HttpExchange(deviceClock);
  return {
    ask: () =>
      exchange.send({
        method: 'POST',
        url: `http://127.0.0.1:${port}/`,
        headers: {},
        body: '{}',
        timeoutMs: 10_000,
      }),
    [Symbol.asyncDispose]: async () => {
      await exchange.close();
      server.close();
    },
  };
}

describe('a response', () => {
  const body = '{"data":"HTTP/1.1 100 Continue"}';
  const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['several 100s', 'HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\nHTTP/1.1 100 \r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'],
    ['103 between 100s', 'HTTP/1.1 103 \r\n\r\nHTTP/1.1 102 \r\n\r\n'],
  ])(
    'is read after an interim %s that nobody asked for, wherever it is cut',
    async (_, interim) => {
      const bytes = Buffer.from(interim + whole);
      for (let cut = 0; cut < bytes.length; cut += 1) {
        await using server = await answering([bytes.subarray(0, cut), bytes.subarray(cut)]);
        const first = await server.ask();
        expect(first, `cut at ${cut}`).toMatchObject({ response: { status: 200, text: body } });
      }
    },
  );

  it('after an interim one leaves its connection usable', async () => {
    await using server = await answering([Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${whole}`)]);
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await server.ask()).toMatchObject({ response: { status: 200, text: body } });
    }
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])(
    'that a gateway has compressed with %s unasked is read, within the limit',
    async (coding, pack) => {
      const head = (length: number) =>
        Buffer.from(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${length}\r\n\r\n`,
        );
      const packed = pack(body);
      await using server = await answering([head(packed.length), packed]);
      expect(await server.ask()).toMatchObject({ response: { text: body } });
      const bomb = pack(Buffer.alloc(100 * 1024 * 1024));
      await using hostile = await answering([head(bomb.length), bomb]);
      expect(await hostile.ask()).toMatchObject({ failure: { code: 'invalid_response' } });
      await using broken = await answering([head(packed.length), Buffer.alloc(packed.length)]);
      expect(await broken.ask()).toMatchObject({ failure: { code: 'invalid_response' } });
    },
  );
});
