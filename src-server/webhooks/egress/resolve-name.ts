import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { EgressError } from './egress-error.ts';
import { bytesOf } from './network.ts';

/** Resolves all addresses of a name. Rejects with an `EgressError` if there are none or if no name server responds. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface NameServerOptions {
  /** `address:port` of name servers; by default the system's. */
  readonly servers?: readonly string[];
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Names that are never in the public DNS: if no server responds, they do not exist. */
const PRIVATE_TREE = /(?:^|\.)(?:invalid|local|internal|home\.arpa|onion)$/i;

/**
 * Queries name servers directly. `getaddrinfo` blocks one of libuv's four threads until a dead name times out, which would delay
 * all other work. Like it, this resolves `localhost` and the hosts file.
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
    // A partial answer is not enough: the missing part may contain a non-public address.
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

const windowsFile = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`;
const hostsFile = process.platform === 'win32' ? windowsFile : '/etc/hosts';

/** Addresses of a name in the machine's hosts file; empty if it has none. */
async function readHostsFile(name: string): Promise<readonly string[]> {
  try {
    return addressesIn(await readFile(hostsFile, 'utf8'), name);
  } catch {
    return [];
  }
}

export function addressesIn(text: string, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const isNamed = names.some((candidate) => candidate.toLowerCase() === wanted);
    return isNamed && bytesOf(address) !== null ? [address] : [];
  });
}
