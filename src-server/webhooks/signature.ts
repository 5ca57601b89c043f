import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** A multiple of three, so that base64 needs no padding. */
const SECRET_BYTES = 33;

/**
 * Generates a signing secret. The service's signature is keyed with the whole text; its tail is valid base64, whose decoded bytes
 * key the Standard Webhooks signature.
 */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** HMAC keys of a secret. Created once per secret, because that costs more than a signature. */
export interface WebhookKeys {
  /** Of the whole secret. */
  readonly whole: KeyObject;
  /** Of the decoded tail. */
  readonly tail: KeyObject;
}

export function webhookKeys(secret: string): WebhookKeys {
  return {
    whole: createSecretKey(secret, 'utf8'),
    tail: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
  };
}

export interface SignedContent {
  /** Of each secret that signs: one, and its predecessors while a subscription changes it. */
  readonly keys: readonly WebhookKeys[];
  /** Unix seconds. */
  readonly timestamp: number;
  /** The exact bytes of the request. */
  readonly body: string | Uint8Array;
}

/**
 * The value of `X-Service-Signature`: `t`, and a `v1` for each key, which is the lowercase hex of HMAC-SHA256, keyed with the whole
 * secret, over `timestamp.body` (§6.3).
 */
export function writeSignatureHeader({ keys, timestamp, body }: SignedContent): string {
  const signatures = keys.map(({ whole }) => {
    const hex = createHmac('sha256', whole).update(`${timestamp}.`).update(body).digest('hex');
    return `,v1=${hex}`;
  });
  return `t=${timestamp}${signatures.join('')}`;
}

/**
 * The value of `webhook-signature` as Standard Webhooks defines it, signatures separated by spaces; `id` is the value of
 * `webhook-id`.
 */
export function writeStandardSignature({
  keys,
  id,
  timestamp,
  body,
}: SignedContent & { readonly id: string }): string {
  const signatures = keys.map(({ tail }) => {
    const hmac = createHmac('sha256', tail).update(`${id}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return signatures.join(' ');
}
