// Sends an event to many endpoints, in a process of its own, so that its processor time is nobody else's. Prints `{"ready": true}`; then a line
// `send COUNT EVERY_MS` sends so many events, one each so many milliseconds (all at once for 0), and is answered with when each was due, in
// milliseconds of the machine's clock that never goes back; `cpu` is answered with the milliseconds of processor time so far.
// Usage: node send-webhooks.ts gatehouse|textbook|posts FOLDER, with the addresses as JSON in BENCH_URLS.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { openTextbookOutbox } from '../peers/textbook-outbox.ts';
import { openBarePosts, openOutbox, type Outbox } from '../webhook-outbox.ts';
import { nowMs } from '../webhook-receivers.ts';

const [subject = '', folder = ''] = process.argv.slice(2);
const urls = Value.Parse(Type.Array(Type.String()), JSON.parse(process.env['BENCH_URLS'] ?? '[]'));

function open(): Promise<Outbox> {
  if (subject === 'gatehouse') return openOutbox(folder, urls);
  if (subject === 'textbook') return openTextbookOutbox(join(folder, 'outbox.db'), urls);
  return Promise.resolve(openBarePosts(urls));
}

const outbox = await open();
say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const [what, count, everyMs] = line.split(' ');
  if (what === 'send') say({ dueMs: await send(Number(count), Number(everyMs)) });
  else say({ cpuMs: cpuMs() });
}
await outbox.close();

/** An event that is late is sent at once, and counts from when it was due: what waits for a busy sender has to wait. */
async function send(count: number, everyMs: number): Promise<readonly number[]> {
  const begunMs = nowMs();
  const dueMs = Array.from({ length: count }, (_, number) => begunMs + number * everyMs);
  const sending: Promise<unknown>[] = [];
  for (const [number, due] of dueMs.entries()) {
    const early = due - nowMs();
    if (early > 0) await sleep(early);
    sending.push(outbox.send(number));
  }
  await Promise.all(sending);
  return dueMs;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function say(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
