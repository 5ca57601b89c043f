import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
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
