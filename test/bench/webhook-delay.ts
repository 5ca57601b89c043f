import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './statistics.ts';
import type { Send } from './webhook-outbox.ts';
import { nowMs, type Receivers } from './webhook-receivers.ts';

export interface OfferedEvents {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Milliseconds from an event to its arrival at each of the receivers, the 99th of a hundred. */
export async function delayOf(
  send: Send,
  receivers: Receivers,
  { perSecond, seconds }: OfferedEvents,
): Promise<number> {
  const events = perSecond * seconds;
  const arriving = receivers.expect(events * receivers.urls.length);
  const begun: number[] = [];
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < events; number += 1) {
    begun.push(nowMs());
    sending.push(send(number));
    await sleep(1000 / perSecond);
  }
  const arrivals = await arriving;
  await Promise.all(sending);
  return quantile(
    arrivals.map(({ number, atMs }) => atMs - (begun[number] ?? atMs)),
    0.99,
  );
}
