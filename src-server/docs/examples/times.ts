import { formatWebhookTime, parseInstant, type Instant } from '../../../shared/instant.ts';

/** The instant of an example's time. Throws on a text that is none. */
export function instantOf(time: string): Instant {
  const instant = parseInstant(time);
  if (instant === null) throw new TypeError(`expected a time, got ${time}`);
  return instant;
}

/** The same time as webhooks write it. */
export function toldAt(time: string): string {
  return formatWebhookTime(instantOf(time));
}
