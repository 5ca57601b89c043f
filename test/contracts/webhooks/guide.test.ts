import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import {
  DELIVERY_TIMEOUT_MS,
  SIGNATURE_TOLERANCE_SECONDS,
  STORED_RESPONSE_CHARACTERS,
} from '../../../shared/contract/limits.ts';
import { guideOf } from '../../../src-server/docs/guide.ts';
import { attemptErrorCodes } from '../../../src-server/webhooks/attempt-error.ts';
import { REST_MS } from '../../../src-server/webhooks/egress/connection.ts';
import { scheduleB } from '../../../src-server/webhooks/retry-schedule.ts';
import { webhookKeys, writeSignatureHeader } from '../../../src-server/webhooks/signature.ts';
import { verifyWebhook } from '../../../src-server/webhooks/verify-webhook.ts';
import { freePort } from '../../support/free-port.ts';
import { lineReader } from '../../support/line-reader.ts';
import { eventNames, payloads, readDelivery } from '../../support/v1/payloads.ts';
import { guide, guideExample, shownDelivery } from '../../support/webhooks/receiver-guide.ts';

const secret = 'whsec_c2VjcmV0';
const source = new URL('../../../src-server/webhooks/verify-webhook.ts', import.meta.url);

it("the guide's receiver accepts a genuine delivery once, refuses a forged one and survives a broken one", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-guide-'));
  const program = join(folder, 'receiver.mjs');
  await writeFile(program, guideExample().replace('gatehouse/verify-webhook', source.href));
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [lineReader(child.stdout), lineReader(child.stderr)];
  const post = async (body: string, headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body, headers })).status;
  try {
    expect(await out.next()).toBe('Waiting for deliveries');
    const body = '{"event":"order.cancelled","data":{"order":"ord_1"}}';
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'x-service-signature': writeSignatureHeader({ keys: [webhookKeys(secret)], timestamp, body }),
      'x-service-delivery': 'whd_1',
    };
    expect(await post(body, headers)).toBe(204);
    expect(await post(body, headers)).toBe(204);
    expect(await out.next()).toBe("order.cancelled { order: 'ord_1' }");

    expect(await post(`${body} `, headers)).toBe(400);
    expect(await err.next()).toBe('Refused: signature_wrong');
    expect(await post(body, {})).toBe(400);
    expect(await err.next()).toBe('Refused: header_malformed');

    await sendHalf(port);
    expect(await post(body, headers)).toBe(204);
    expect(out.all()).toHaveLength(2);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
    await rm(folder, { recursive: true, force: true });
  }
});

/** Disconnects in the middle of a body. */
async function sendHalf(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  socket.resetAndDestroy();
  await once(socket, 'close');
}

it("the guide's sample delivery is genuine, and its signature is right", () => {
  const { headers, body, secret } = shownDelivery();
  const header = headers['x-service-signature'] ?? '';
  const nowSeconds = Number(/^t=(\d+)/.exec(header)?.[1]);
  expect(readDelivery({ headers, body }, secret)).toMatchObject({ event: 'order.cancelled' });
  expect(verifyWebhook({ secret, header, body, nowSeconds })).toEqual({
    kind: 'genuine',
    timestamp: nowSeconds,
  });
  const stripe = new Stripe('sk_test_unused').webhooks;
  expect(() =>
    stripe.constructEvent(body, header, secret, undefined, undefined, nowSeconds * 1000),
  ).not.toThrow();
});

it('the guide of a server names every event with the fields of its payload, and marks those that may be null', () => {
  const server = {
    auth: 'http://127.0.0.1',
    webhookHeaderPrefix: 'X-Service',
    webhookGaps: scheduleB,
  };
  const page = guideOf('webhooks', server).body.markup;
  const [, events = ''] = page.split('id="events"');
  const rows = [...events.matchAll(/<code>(\w+\.\w+)<\/code><\/th>\s*<td>.*?<td>(.*?)<\/td>/gs)];
  expect(rows).toHaveLength(eventNames.length);
  expect(
    Object.fromEntries(rows.map(([, name = '', fields = '']) => [name, codeIn(fields)])),
  ).toEqual(Object.fromEntries(eventNames.map((name) => [name, fieldsOf(name)])));
});

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/<code>(.*?)<\/code>/g)].map(([, word = '']) => word);
}

function fieldsOf(event: (typeof eventNames)[number]): string[] {
  return Object.entries(payloads[event].properties).map(([name, schema]) => {
    return JSON.stringify(schema).includes('"null"') ? `${name}?` : name;
  });
}

it('the guide says what to do about every error of the delivery log', () => {
  const table = guide.split('## When deliveries fail')[1]?.split('\n## ', 1)[0] ?? '';
  const told = [...table.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) => wordsIn(cell));
  expect(told.toSorted()).toEqual(attemptErrorCodes.toSorted());
});

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

it("the guide states the server's actual limits and retry schedule", () => {
  const text = guide.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`within ${DELIVERY_TIMEOUT_MS / 1000} seconds`);
  expect(text).toContain(`read for at most ${REST_MS / 1000} seconds`);
  expect(text).toContain(`more than ${SIGNATURE_TOLERANCE_SECONDS} seconds`);
  expect(text).toContain(`more than ${SIGNATURE_TOLERANCE_SECONDS / 60} minutes`);
  expect(text).toContain(`first ${STORED_RESPONSE_CHARACTERS.toLocaleString('en')} characters`);
  const gaps = scheduleB.map(inWords);
  const told = `${gaps.slice(0, -1).join(', ')} and ${gaps.at(-1)} apart`;
  expect(text).toContain(`Up to ${scheduleB.length + 1} attempts, ${told}`);
});

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}
