// Why: docs/decisions/0013-delivery-connections.md
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
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
/** How long one query may take after the other has found addresses. */
const LATE_MS = 250;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** Names that are never in the public DNS: if no server responds, they do not exist. */
const PRIVATE_TREE = /(?:^|\.)(?:invalid|local|internal|home\.arpa|onion)$/i;

/**
 * Queries name servers directly. `getaddrinfo` blocks one of libuv's four threads until a dead name times out, which would delay
 * all other work. Like it, this resolves `localhost` and the hosts file.
 */
export function createNameResolver({ servers }: NameServerOptions = {}): ResolveName {
  return async (name) => {
    if (/(?:^|\.)localhost$/i.test(name)) return ['127.0.0.1', '::1'];
    const local = await readHostsFile(name);
    if (local.length > 0) return local;
    // A new one each time (0.1 ms), because a resolver asks for good the servers that the system had when it was made: none before the
    // network was up, or those of the network before.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers([...servers]);
    const answers = await bothOrEnough(
      answerTo(resolver.resolve4(name)),
      answerTo(resolver.resolve6(name)),
    );
    const addresses = answers.flatMap(({ addresses }) => addresses);
    if (addresses.length > 0) return addresses;
    const failure = answers.find(({ error }) => !NO_SUCH_NAME.has(error))?.error;
    if (failure === undefined || PRIVATE_TREE.test(name)) {
      throw new EgressError('name.not_found', `The host ${name} has no address.`);
    }
    throw new EgressError('name.unanswered', `No name server could resolve ${name}: ${failure}.`);
  };
}

/** Of one query, for A or AAAA. Without addresses, `error` is the code of `node:dns`. */
interface Answer {
  readonly addresses: readonly string[];
  readonly error: string;
}

async function answerTo(query: Promise<readonly string[]>): Promise<Answer> {
  try {
    return { addresses: await query, error: 'ENODATA' };
  } catch (error) {
    return {
      addresses: [],
      error: error instanceof Error && 'code' in error ? String(error.code) : 'ESERVFAIL',
    };
  }
}

/**
 * Both answers; or one alone if it has addresses and the other is late. What is missing is not dialled, and some name servers never answer
 * to AAAA (RFC 8305 §3).
 */
function bothOrEnough(...queries: readonly Promise<Answer>[]): Promise<readonly Answer[]> {
  const both = Promise.all(queries);
  const enough = queries.map(async (query) => {
    const answer = await query;
    return answer.addresses.length === 0 ? both : sleep(LATE_MS, [answer], { ref: false });
  });
  return Promise.race([both, ...enough]);
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
