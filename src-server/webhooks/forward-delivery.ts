import { createSecureContext } from 'node:tls';
import { DELIVERY_TIMEOUT_MS } from '../../shared/contract/limits.ts';
import { describeEgressError, describeLoss, describeTimeout } from './attempt-error.ts';
import { Connection, type Request } from './egress/connection.ts';
import { EgressError, type EgressErrorCode } from './egress/egress-error.ts';

/** The status of the response, or why there was none. */
export type Forwarding =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/**
 * Makes a delivery's request to a program of the developer's choice, wherever it is, as the server makes it: the same HTTP, limits and
 * errors. Never rejects.
 */
export async function forwardDelivery(
  url: URL,
  request: Omit<Request, 'url'>,
  signal: AbortSignal,
): Promise<Forwarding> {
  const connection = new Connection({ url, addresses: null, secureContext: createSecureContext() });
  const late = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
  const ending = AbortSignal.any([signal, late]);
  const end = () => connection.destroy();
  ending.addEventListener('abort', end, { once: true });
  try {
    await connection.opened();
    const response = await connection.send({ url, ...request });
    if (response.status !== null) return { status: response.status, error: null };
    return failed(describeLoss(response, connection.error), late);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return failed(reasonOf(error), late);
  } finally {
    ending.removeEventListener('abort', end);
    connection.destroy();
  }
}

function failed(error: string, late: AbortSignal): Forwarding {
  const timeout = describeTimeout('response', DELIVERY_TIMEOUT_MS);
  return { status: null, error: late.aborted ? timeout : error };
}

const untrusted: ReadonlySet<EgressErrorCode> = new Set([
  'tls.self_signed',
  'tls.unknown_authority',
  'tls.incomplete_chain',
]);

function reasonOf(error: EgressError): string {
  const described = describeEgressError(error);
  if (!untrusted.has(error.code)) return described;
  return `${described} Or start this with NODE_EXTRA_CA_CERTS=FILE, or forward to http.`;
}
