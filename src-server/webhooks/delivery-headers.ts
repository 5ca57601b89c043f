import type { OwnHeaders } from './own-headers.ts';
import { writeSignatureHeader, writeStandardSignature, type WebhookKeys } from './signature.ts';

export interface DeliveryContent {
  /** `whd_…`, the same for every attempt. */
  readonly reference: string;
  readonly name: string;
  readonly body: string;
  /** Those that sign, the current one first. */
  readonly secrets: readonly string[];
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly ownHeaders?: OwnHeaders;
}

/** Those that say nothing of an attempt's time: the same in each request of a delivery. */
export function fixedHeaders(
  { reference: id, name }: Pick<DeliveryContent, 'reference' | 'name'>,
  prefix: string,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Gatehouse-Webhooks/1',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    [`${prefix}-Event`]: name,
    [`${prefix}-Delivery`]: id,
    'Webhook-Id': id,
  };
}

/** The headers of §6.1 under a prefix, and those of Standard Webhooks. */
export function deliveryHeaders(
  delivery: DeliveryContent,
  keys: readonly WebhookKeys[],
  prefix: string,
): Record<string, string> {
  const { reference: id, timestamp, body } = delivery;
  const content = { keys, timestamp, body };
  const ours = {
    ...fixedHeaders(delivery, prefix),
    [`${prefix}-Signature`]: writeSignatureHeader(content),
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': writeStandardSignature({ ...content, id }),
  };
  // A name that the operator chose for one of ours later is not the client's any more.
  const names = new Set(Object.keys(ours).map((name) => name.toLowerCase()));
  const own = Object.entries(delivery.ownHeaders ?? {});
  return { ...Object.fromEntries(own.filter(([name]) => !names.has(name.toLowerCase()))), ...ours };
}

/** Whether the text may be a header prefix. `Webhook` is reserved: its signature header would collide with that of Standard Webhooks. */
export function isHeaderPrefix(text: string): boolean {
  if (/^webhook$/i.test(text)) return false;
  return /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/.test(text) && text.length <= 50;
}
