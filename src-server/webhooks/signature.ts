import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** A multiple of three, so that base64 needs no padding. */
const SECRET_BYTES = 33;

/**
 * A signing secret. The service's signature is keyed with the whole text; its tail is valid base64, so that the Standard Webhooks
 * signature can be keyed with what it decodes to.
 */
export function mintWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What signatures are keyed with. Made once per secret: that costs more than a signature. */
export interface WebhookKeys {
  /** Of the whole secret. */
  readonly whole: KeyObject;
  /** Of what its tail decodes to. */
  readonly tail: KeyObject;
}

export function webhookKeys(secret: string): WebhookKeys {
  return {
    whole: createSecretKey(secret, 'utf8'),
    tail: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
  };
}

export interface SignedContent {
  readonly keys: WebhookKeys;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The exact bytes of the request. */
  readonly body: string | Uint8Array;
}

/** Lowercase hex of HMAC-SHA256, keyed with the whole secret, over `timestamp.body` (§6.3). */
export function signatureOf({ keys, timestamp, body }: SignedContent): string {
  return createHmac('sha256', keys.whole).update(`${timestamp}.`).update(body).digest('hex');
}

/** The value of `X-Service-Signature`. */
export function writeSignatureHeader(content: SignedContent): string {
  return `t=${content.timestamp},v1=${signatureOf(content)}`;
}

/** The value of `webhook-signature` as Standard Webhooks defines it; `id` is the value of `webhook-id`. */
export function writeStandardSignature(content: SignedContent & { readonly id: string }): string {
  const signature = createHmac('sha256', content.keys.tail)
    .update(`${content.id}.${content.timestamp}.`)
    .update(content.body)
    .digest('base64');
  return `v1,${signature}`;
}
