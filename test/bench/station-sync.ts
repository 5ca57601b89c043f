import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUICK_RUN, type BenchOptions, type BenchRow } from './bench-part.ts';
import type { Measured } from './measured.ts';
import { rotated } from './rotated.ts';
import { runImport, runMeasured } from './run-program.ts';
import {
  type Peer,
  type PeerSize,
  arePeersInstalled,
  INSTALL_PEERS,
  openPouchDb,
  openRxDb,
} from './station-peers.ts';
import { rateRow, timeRow } from './station-rows.ts';
import { openBenchServer } from './station-server.ts';

/** Pages of a hundred: so many rows are enough to tell what one costs. */
const MAX_INCREMENTAL = 20_000;
const QUICK_MOST_TICKETS = 4_000;
const QUICK_INCREMENTAL = 500;
const MAX_UPLOADED = 10_000;
/** They take seconds for each thousand. */
const POUCH_ROWS = 20_000;
const QUICK_POUCH_ROWS = 500;
const QUICK_UPLOADED = 300;
const RX_ROWS = 5_000;

/** Import and upload, each beside its floor and the libraries that do the like, one after the other in every repetition. */
export async function measureSync(
  directory: string,
  { repetitions, size: named, quick, notMeasured }: BenchOptions & { readonly size: number },
): Promise<readonly BenchRow[]> {
  const size = quick ? Math.min(named, QUICK_MOST_TICKETS) : named;
  const uploaded = Math.min(quick ? QUICK_UPLOADED : MAX_UPLOADED, size);
  const server = await openBenchServer(join(directory, 'server'), size);
  // Another one, because an import brings every scan that was uploaded before it. Twice a repetition, and some to spare.
  const uploads = await openBenchServer(
    join(directory, 'uploads'),
    (2 * repetitions + 1) * uploaded,
  );
  const peers = await openPeers(directory, {
    size,
    uploaded,
    quick,
    notMeasured,
  });
  const ticketsFile = join(directory, 'tickets.txt');
  writeFileSync(ticketsFile, uploads.tickets.join('\n'));
  let folders = 0;
  const folder = () => {
    folders += 1;
    const path = join(directory, `run-${folders}`);
    mkdirSync(path);
    return path;
  };
  const { access } = server;
  const { receivers } = uploads;
  const incremental = Math.min(quick ? QUICK_INCREMENTAL : MAX_INCREMENTAL, size);
  const runs: Record<string, Measured[]> = {};
  const importing = async () => {
    const { whole, pull } = await runImport([...access, folder(), String(server.tickets.length)]);
    (runs.pull ??= []).push(pull);
    return whole;
  };
  const upload = async (turn: number) => {
    const delivered = receivers.expect(uploaded);
    const first = turn * uploaded;
    const args = [...uploads.access, folder(), ticketsFile, first, uploaded];
    const measured = await program('upload-scans.ts', args);
    receivers.answer();
    // Whatever is measured next has the machine to itself.
    await delivered;
    return measured;
  };
  const subjects: Record<string, (repetition: number) => Promise<Measured>> = {
    import: importing,
    applyHttp: () => program('apply-pages.ts', ['http', ...access, folder(), incremental]),
    applyMemory: () => program('apply-pages.ts', ['memory', ...access, folder(), incremental]),
    // The replica of the first import, which comes first of all.
    bareImport: () =>
      program('bare-import.ts', [folder(), join(directory, 'run-1', 'station', 'replica.db')]),
    upload: (repetition) => {
      receivers.hold();
      return upload(2 * repetition);
    },
    uploadAndSend: (repetition) => upload(2 * repetition + 1),
    bareUpload: () => program('bare-upload.ts', [folder(), uploaded]),
  };
  for (const peer of peers) {
    subjects[`${peer.name} pull`] = peer.pull;
    subjects[`${peer.name} push`] = peer.push;
  }
  try {
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      for (const [name, measure] of rotated(Object.entries(subjects), repetition)) {
        (runs[name] ??= []).push(await measure(repetition));
      }
    }
  } finally {
    for (const peer of peers) await peer.close();
    await server.close();
    await uploads.close();
  }
  return rowsOf(runs, { size, uploaded, peers });
}

function program(name: string, args: readonly (string | number)[]): Promise<Measured> {
  return runMeasured(join('programs', name), args.map(String));
}

async function openPeers(
  directory: string,
  {
    size,
    uploaded,
    quick,
    notMeasured,
  }: { readonly size: number; readonly uploaded: number } & Pick<
    BenchOptions,
    'quick' | 'notMeasured'
  >,
): Promise<readonly Peer[]> {
  if (!arePeersInstalled()) {
    notMeasured(
      'import and upload by PouchDB and RxDB',
      `they are not installed (${INSTALL_PEERS})`,
    );
    return [];
  }
  const atMost = (rows: number): PeerSize => ({
    pulled: Math.min(rows, size),
    pushed: Math.min(rows, uploaded),
  });
  if (quick) {
    notMeasured('import and upload by RxDB', QUICK_RUN);
    return [await openPouchDb(join(directory, 'pouchdb'), atMost(QUICK_POUCH_ROWS))];
  }
  return [
    await openPouchDb(join(directory, 'pouchdb'), atMost(POUCH_ROWS)),
    await openRxDb(join(directory, 'rxdb'), atMost(RX_ROWS)),
  ];
}

function rowsOf(
  runs: Readonly<Record<string, readonly Measured[]>>,
  {
    size,
    uploaded,
    peers,
  }: { readonly size: number; readonly uploaded: number; readonly peers: readonly Peer[] },
): readonly BenchRow[] {
  const compared = (name: string, key: string) => ({ name, runs: runs[key] ?? [] });
  const upload = compared('station', 'upload');
  const first = 'first import over HTTP';
  const push = `upload of ${uploaded.toLocaleString('en')} offline scans over HTTP, re-evaluated, in the outbox`;
  const rows = size.toLocaleString('en');
  return [
    rateRow(
      {
        what: `${first}, from the start of the station to its end`,
        goals: [{ of: 'ratio', least: 0.3 }],
      },
      compared(`station, ${rows} rows`, 'import'),
      compared(`${rows} rows from memory, 1,000 in a transaction, indices in place`, 'bareImport'),
    ),
    ...peers.map(({ name, size: { pulled }, pullGoals }) =>
      rateRow(
        {
          what: `${first}, program and store open already`,
          goals: pullGoals,
        },
        compared(`station, ${rows} rows`, 'pull'),
        compared(`${name}, a pull of ${pulled.toLocaleString('en')}`, `${name} pull`),
      ),
    ),
    rateRow(
      {
        what: 'tickets list, page by page over HTTP → replica, no request limit',
        goals: [{ of: 'ratio', least: 0.5 }],
      },
      compared('station', 'applyHttp'),
      compared('the same pages from memory', 'applyMemory'),
    ),
    timeRow(
      { what: push, goals: [{ of: 'ratio', most: 10 }] },
      upload,
      compared('as many durable inserts, 500 in a transaction', 'bareUpload'),
    ),
    timeRow(
      { what: `${push}, while the server sends their webhooks`, goals: [] },
      compared('station', 'uploadAndSend'),
      compared('as many durable inserts, 500 in a transaction', 'bareUpload'),
    ),
    ...peers.map(({ name, size: { pushed }, uploadGoals }) =>
      rateRow(
        { what: push, goals: uploadGoals },
        upload,
        compared(`${name}, a push of ${pushed.toLocaleString('en')}`, `${name} push`),
      ),
    ),
  ];
}
