import type { EgressGuard } from '../webhooks/egress/egress-guard.ts';
import { EgressError } from '../webhooks/egress/egress-error.ts';
import { hostOf, parseEndpointUrl } from '../webhooks/egress/endpoint-url.ts';
import { invalid } from './domain-error.ts';

/** A URL that may be delivered to, at least when it was checked: every delivery checks again. */
export interface CheckedEndpoint {
  /** As it was given. */
  readonly url: string;
}

/**
 * Checks the URL of a new subscription (§6.2). Throws `validation.failed` for `url`. Asks name servers: never call it within a
 * write transaction.
 */
export async function checkEndpoint(guard: EgressGuard, url: string): Promise<CheckedEndpoint> {
  try {
    await guard.checkHost(hostOf(parseEndpointUrl(url)));
    return { url };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    // Silence says nothing about the host: the network may be down, and each delivery checks anyway.
    if (error.code === 'name.unanswered') return { url };
    throw invalid('url', error.message);
  }
}
