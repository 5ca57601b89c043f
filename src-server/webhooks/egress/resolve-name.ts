import { Resolver } from 'node:dns/promises';
import { EgressError } from './egress-error.ts';
import { readHostsFile } from './hosts-file.ts';

/** All addresses of a name. Rejects with an `EgressError` when there are none, or when nobody answered. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface NameServerOptions {
  /** `address:port` of name servers; the system's when not given. */
  readonly servers?: readonly string[];
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Never in the public tree: no answer means that they are not there. */
const PRIVATE_TREE = /(?:^|\.)(?:invalid|local|internal|home\.arpa|onion)$/i;

/**
 * Asks name servers directly. The system's `getaddrinfo` would occupy one of four threads for as long as a dead name takes, and so
 * delay everybody else; it is matched in what people rely on: `localhost` and the hosts file.
 */
export function createNameResolver({ servers }: NameServerOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers([...servers]);
  return async (name) => {
    if (/(?:^|\.)localhost$/i.test(name)) return ['127.0.0.1', '::1'];
    const local = await readHostsFile(name);
    if (local.length > 0) return local;
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    const silent = answers.some(
      (answer) => answer.status === 'rejected' && !isAbsence(answer.reason),
    );
    // Half an answer is none: the other half may hold an address that is not public.
    if (silent && !PRIVATE_TREE.test(name)) {
      throw new EgressError('name.unanswered', `No name server answered for ${name}.`);
    }
    if (addresses.length === 0) {
      throw new EgressError('name.not_found', `The host ${name} has no address.`);
    }
    return addresses;
  };
}

function isAbsence(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && NO_SUCH_NAME.has(String(reason.code));
}
