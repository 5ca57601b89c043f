import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Goal } from './bench-part.ts';
import type { Measured } from './measured.ts';
import { runMeasured } from './run-program.ts';
import { startProcess, type StartedProcess } from './start-process.ts';

const Ready = Type.Object({ base_url: Type.String() });

/**
 * A library that a team would pick instead, with a server that it replicates with. Rates are compared, so it moves fewer rows than we do
 * where it would take minutes.
 */
export interface Peer {
  readonly name: string;
  readonly size: PeerSize;
  /** Of an upload, beside its push. */
  readonly pullGoals: readonly Goal[];
  readonly uploadGoals: readonly Goal[];
  readonly pull: () => Promise<Measured>;
  readonly push: () => Promise<Measured>;
  readonly close: () => Promise<void>;
}

/** They are a package of their own, which weighs more than everything else here together. */
export const INSTALL_PEERS = 'npm ci --prefix test/bench/peers';

export function arePeersInstalled(): boolean {
  const folder = join(import.meta.dirname, 'peers', 'node_modules');
  return ['express', 'pouchdb', 'rxdb'].every((name) => existsSync(join(folder, name)));
}

export interface PeerSize {
  readonly pulled: number;
  readonly pushed: number;
}

export async function openPouchDb(folder: string, size: PeerSize): Promise<Peer> {
  return openPeer('PouchDB on LevelDB', {
    folder,
    size,
    program: 'pouchdb.js',
    server: 'couch-server.js',
    pullGoals: [{ of: 'ratio', least: 8 }],
    uploadGoals: [{ of: 'ratio', least: 3 }],
  });
}

export async function openRxDb(folder: string, size: PeerSize): Promise<Peer> {
  return openPeer('RxDB on Deno KV', {
    folder,
    size,
    program: 'rxdb.js',
    server: 'rxdb-server.js',
    pullGoals: [{ of: 'ratio', least: 10 }],
    uploadGoals: [],
  });
}

interface PeerProgram {
  readonly folder: string;
  readonly size: PeerSize;
  readonly program: string;
  readonly server: string;
  readonly pullGoals: readonly Goal[];
  readonly uploadGoals: readonly Goal[];
}

async function openPeer(
  name: string,
  { folder, size, program, server, pullGoals, uploadGoals }: PeerProgram,
): Promise<Peer> {
  const servers = join(folder, 'server');
  mkdirSync(servers, { recursive: true });
  const script = join('test', 'bench', 'peers', server);
  const started: StartedProcess = await startProcess(script, [servers, String(size.pulled)]);
  const url = Value.Parse(Ready, started.ready).base_url;
  let runs = 0;
  const run = (what: string, database: string, count: number) => {
    runs += 1;
    const own = join(folder, `run-${runs}`);
    mkdirSync(own);
    return runMeasured(join('peers', program), [what, `${url}/${database}`, own, String(count)]);
  };
  return {
    name,
    size,
    pullGoals,
    uploadGoals,
    pull: () => run('pull', 'tickets', 0),
    push: () => run('push', `scans-${runs}`, size.pushed),
    close: started.stop,
  };
}
