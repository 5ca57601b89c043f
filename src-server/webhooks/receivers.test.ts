import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { missingTool, withReason } from '../../test/support/has-tool.ts';
import { oddReceivers, type OddReceiver } from '../../test/support/webhooks/odd-receivers.ts';
import { openRequestCounter } from '../../test/support/webhooks/receiver.ts';
import { systemClock } from '../database/clock.ts';
import type { AttemptResult } from './attempt.ts';
import { EgressGuard } from './egress/egress-guard.ts';
import { parseNetwork } from './egress/network.ts';
import { createNameResolver } from './egress/resolve-name.ts';
import { Sender } from './sender.ts';

const content = {
  reference: 'whd_01kyvbnvq0g7m3x9r2c5t8w4ez',
  name: 'order.created',
  body: '{"event":"order.created"}',
  secrets: ['whsec_c2VjcmV0'],
  timestamp: 1_800_000_000,
};
const FINE = 'HTTP/1.1 204 Fine\r\n\r\n';

function openSender(): Sender {
  const loopback = parseNetwork('127.0.0.1');
  return new Sender({
    guard: new EgressGuard({
      resolve: createNameResolver(),
      allow: loopback === null ? [] : [loopback],
      monotonicMs: systemClock.monotonicMs,
    }),
    clock: systemClock,
    headerPrefix: 'X-Service',
    timeoutMs: 10_000,
    secureContext: createSecureContext(),
  });
}

async function behave(socket: Socket, { answer, ends = 'wait' }: OddReceiver): Promise<void> {
  const pieces = typeof answer === 'string' || Buffer.isBuffer(answer) ? [answer] : answer;
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
  }
  if (ends === 'close') await new Promise<void>((resolve) => socket.end(resolve));
  if (ends === 'reset') socket.resetAndDestroy();
}

interface Tried {
  readonly result: AttemptResult;
  readonly requests: number;
}

/** Deliveries one after the other, the last but one of which gets the odd answer: over a connection that was kept, or over a new one. */
async function deliverTo(receiver: OddReceiver, isKept: boolean): Promise<readonly Tried[]> {
  const oddAt = isKept ? 2 : 1;
  const behaved: Promise<void>[] = [];
  const endpoint = await openRequestCounter((socket, number) => {
    if (number < oddAt || tried.length === oddAt) socket.write(FINE);
    else behaved.push(behave(socket, receiver));
  });
  const sender = openSender();
  const tried: Tried[] = [];
  while (tried.length <= oddAt) {
    const before = endpoint.requests();
    const result = await sender.deliver(endpoint.url, content, async () => true);
    // Else the next delivery may meet the very moment in which a connection is closed.
    await Promise.all(behaved);
    tried.push({ result, requests: endpoint.requests() - before });
  }
  sender.close();
  await endpoint.close();
  return tried;
}

const rows = oddReceivers.flatMap((receiver) => [
  { receiver, isKept: false, what: `${receiver.what}, over a new connection` },
  { receiver, isKept: true, what: `${receiver.what}, over a kept connection` },
]);

describe('an endpoint that answers with', () => {
  const all = new Map<string, readonly Tried[]>();

  // At the same time, because some wait for bytes that do not come.
  beforeAll(async () => {
    await Promise.all(
      rows.map(async ({ receiver, isKept, what }) => {
        all.set(what, await deliverTo(receiver, isKept));
      }),
    );
  });

  it.each(rows)('$what', ({ what, receiver, isKept }) => {
    const { status, error, body, answer } = receiver;
    const tried = all.get(what) ?? [];
    const odd = tried.at(-2)?.result;
    // A kept connection that is lost without a byte says nothing about the request: it is made again, once.
    const isRepeated = isKept && answer === '';
    expect(tried.map(({ requests }) => requests)).toEqual([
      ...(isKept ? [1] : []),
      isRepeated ? 2 : 1,
      1,
    ]);
    const { result: after } = tried.at(-1) ?? {};
    expect(after).toMatchObject({ kind: 'answered', status: 204, remark: null });
    if (status === null) {
      expect(odd).toEqual({ kind: 'broken', error: expect.stringMatching(error ?? '') });
      return;
    }
    const remark = error === null ? null : expect.stringMatching(error);
    expect(odd).toMatchObject({ kind: 'answered', status, remark });
    if (body !== undefined) expect(odd).toMatchObject({ body });
  });
});

const missing = missingTool('curl');

it.skipIf(missing !== null)(
  withReason('curl reads the same statuses', missing),
  { tags: ['long'] },
  async () => {
    const read: (readonly [string, number])[] = [];
    for (const receiver of oddReceivers) {
      const endpoint = await openRequestCounter((socket) => void behave(socket, receiver));
      read.push([receiver.what, await statusByCurl(endpoint.url)]);
      await endpoint.close();
    }
    const expected = oddReceivers.map(({ what, status, curl }) => [what, curl ?? status ?? 0]);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(expected));
  },
);

/** 0 for none. */
function statusByCurl(url: string): Promise<number> {
  const options = [
    '--silent',
    '--max-time',
    '10',
    '--output',
    '/dev/null',
    '--write-out',
    '%{http_code}',
  ];
  return new Promise((resolve) => {
    execFile('curl', [...options, '--data', content.body, url], (_error, status) =>
      resolve(Number(status)),
    );
  });
}
