import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_TOLERANCE_SECONDS } from '../../shared/contract/limits.ts';

export type WebhookVerification =
  | { readonly kind: 'genuine'; readonly timestamp: number }
  | {
      readonly kind: 'refused';
      readonly reason: 'header_malformed' | 'too_old' | 'signature_wrong';
    };

export interface ReceivedWebhook {
  /** The subscription's secret, whole: `whsec_…`. */
  readonly secret: string;
  /** The value of `X-Service-Signature`. */
  readonly header: string;
  /** The body exactly as received, before any parsing. */
  readonly body: string | Uint8Array;
  /** The receiver's clock in unix seconds. */
  readonly nowSeconds: number;
  /** Maximum difference between the signature's time and the receiver's clock. */
  readonly toleranceSeconds?: number;
}

/** Room for some fifty signatures: a delivery has one, or two while its secret is being changed. */
const MAX_HEADER_LENGTH = 4096;

/**
 * Verifies a delivery's signature, for receivers. Compares in constant time. A genuine delivery may come twice: deduplicate on
 * `X-Service-Delivery`.
 */
export function verifyWebhook(received: ReceivedWebhook): WebhookVerification {
  const { secret, header, body, nowSeconds } = received;
  const tolerance = received.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  if (header.length > MAX_HEADER_LENGTH) return refused('header_malformed');
  const parts = header.split(',').map((part) => part.trim());
  const times = valuesOf(parts, 't').filter((value) => /^\d{1,12}$/.test(value));
  const signatures = valuesOf(parts, 'v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (times.length !== 1 || signatures.length === 0) return refused('header_malformed');
  const timestamp = Number(times[0]);
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const matches = signatures.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  if (!matches.includes(true)) return refused('signature_wrong');
  if (Math.abs(nowSeconds - timestamp) > tolerance) return refused('too_old');
  return { kind: 'genuine', timestamp };
}

function valuesOf(parts: readonly string[], key: string): string[] {
  return parts
    .filter((part) => part.startsWith(`${key}=`))
    .map((part) => part.slice(key.length + 1));
}

function refused(reason: 'header_malformed' | 'too_old' | 'signature_wrong'): WebhookVerification {
  return { kind: 'refused', reason };
}
