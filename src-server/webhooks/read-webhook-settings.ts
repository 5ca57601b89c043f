import { checkSmtpUrl } from '../mail/mail.ts';
import { isHeaderPrefix } from './delivery-headers.ts';
import { parseNetwork, type Network } from './egress/network.ts';
import { parseSchedule, type RetrySchedule } from './retry-schedule.ts';

/** Settings for the operator. */
export interface WebhookSettings {
  /** Permitted non-public ranges; empty unless endpoints are on the premises. */
  readonly allow: readonly Network[];
  readonly schedule: RetrySchedule;
  /** For example `X-Service`, for `X-Service-Signature`, `X-Service-Event` and `X-Service-Delivery`. */
  readonly headerPrefix: string;
  /** `smtp://…` for emails to organisers; null writes `.eml` files into the data directory. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
}

/** Unparsed settings from the operator. */
export interface WrittenWebhookSettings {
  /** Addresses or CIDR ranges. */
  readonly webhookAllow: readonly string[];
  /** `A`, `B` or gaps in seconds separated by commas. */
  readonly webhookSchedule: string;
  readonly webhookHeaderPrefix: string;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
}

/** Throws a RangeError that says what was expected. */
export function readWebhookSettings(written: WrittenWebhookSettings): WebhookSettings {
  const schedule = parseSchedule(written.webhookSchedule);
  if (schedule === null) {
    throw new RangeError(
      `Expected a schedule of A, B or gaps in seconds such as 10,60,300, got "${written.webhookSchedule}".`,
    );
  }
  if (!isHeaderPrefix(written.webhookHeaderPrefix)) {
    throw new RangeError(
      `Expected the beginning of a header's name such as X-Acme, got "${written.webhookHeaderPrefix}".`,
    );
  }
  return {
    allow: readNetworks(written.webhookAllow),
    schedule,
    headerPrefix: written.webhookHeaderPrefix,
    smtpUrl: written.smtpUrl === null ? null : checkSmtpUrl(written.smtpUrl),
    mailFrom: written.mailFrom,
  };
}

/** Throws a RangeError that names the invalid one. */
export function readNetworks(texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network !== null) return network;
    throw new RangeError(`Expected an address range such as 10.0.0.0/8, got "${text}".`);
  });
}
