import { type Instant, formatWebhookTime, parseInstant } from '../../shared/instant.ts';

/** The instant of an example's time. Throws if the text is not one. */
export function instantOf(time: string): Instant {
  const instant = parseInstant(time);
  if (instant === null) throw new TypeError(`expected a time, got ${time}`);
  return instant;
}

/** The same time in the format of webhooks. */
export function webhookTime(time: string): string {
  return formatWebhookTime(instantOf(time));
}
