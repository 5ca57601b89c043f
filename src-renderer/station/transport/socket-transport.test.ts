import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { SealedPass } from './page-pass.ts';
import { createSocketTransport, reconnectDelay } from './socket-transport.ts';

it('a launch address that is opened while the page connects makes no second connection', async () => {
  vi.useFakeTimers();
  const dialled = vi.fn();
  class Socket extends EventTarget {
    constructor(url: string) {
      super();
      dialled(url);
    }
    readonly close = () => undefined;
  }
  vi.stubGlobal('WebSocket', Socket);
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const asked: ((pass: SealedPass) => void)[] = [];
  const launched = new Set<() => void>();
  const transport = createSocketTransport({
    url: 'ws://127.0.0.1:1/station',
    origin: 'http://127.0.0.1:1',
    passes: {
      current: () => new Promise((resolve) => asked.push(resolve)),
      keep: () => Promise.resolve(),
      refused: () => undefined,
    },
    onLaunch: (listener) => {
      launched.add(listener);
      return () => undefined;
    },
  });
  const close = transport.open({
    onMessage: () => undefined,
    onDown: () => undefined,
    onRefused: () => undefined,
  });
  for (const launch of launched) launch();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  for (const give of asked) give({ id: 'pass', key });
  await vi.advanceTimersByTimeAsync(0);
  expect(dialled).toHaveBeenCalledTimes(1);
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('coming back is tried soon at first and at most every four seconds', () => {
  expect(reconnectDelay(0, 0)).toBeLessThan(200);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelay(attempt, random);
      return delay > 100 && delay < 4_000;
    }),
  );
});
