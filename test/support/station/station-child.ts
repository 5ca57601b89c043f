// A station in its own process, to be killed. Reads one request of the station's contract per line; prints one JSON line per outcome after it was
// shown, one per admission that ended here, one on every sync progress, and `{"opened": true}` when it accepts scans. Ends when its input ends.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { StationState } from '../../../shared/station/state.ts';
import { composeStation } from '../../../src-main/composition/compose.ts';
import { parseStationRequest } from '../../../src-main/page/station-request.ts';
import { listsEvery, setupEvery } from './poll-intervals.ts';

const [dataDir, serverUrl, clientId, clientSecret, scans = 40, lists = 60, setup = 500] =
  process.argv.slice(2);
/** The port for other stations, followed by their addresses; empty without peers. */
const [peerPort, ...given] = (process.env['PEERS'] ?? '').split(' ');
if (
  dataDir === undefined ||
  serverUrl === undefined ||
  clientId === undefined ||
  clientSecret === undefined
) {
  throw new Error('expected a data directory, a server and its credentials');
}

const say = (message: unknown) => writeSync(1, `${JSON.stringify(message)}\n`);

const station = await composeStation({
  dataDir,
  enrolment: { server_url: serverUrl, client_id: clientId, client_secret: clientSecret },
  intervals: {
    ...listsEvery(Number(scans), Number(lists)),
    ...setupEvery(Number(setup)),
  },
  ...(peerPort === ''
    ? {}
    : {
        peers: {
          port: Number(peerPort),
          given,
          discovers: false,
          hosts: () => ['127.0.0.1'],
        },
      }),
});
say({ opened: true });
let told = '';
station.subscribe((message) => {
  if (message.kind === 'outcome') say({ shown: message.outcome });
  if (message.kind === 'released') say({ ended: { ...message.released, scan: message.scan } });
  if (message.kind === 'state') reportProgress(message.state);
});
const welcome = station.welcome();
if (welcome.kind === 'welcome') reportProgress(welcome.state);

for await (const line of createInterface({ input: process.stdin })) {
  const request = parseStationRequest(JSON.parse(line));
  if (request === null) throw new Error(`expected a request, got ${line}`);
  const handled = station.handle(request);
  // Whoever turns the door waits for that before the next scan.
  if (request.command.kind === 'set_direction') await handled;
}
await station[Symbol.asyncDispose]();

function reportProgress({ phase, sync, warnings, peers, counters }: StationState): void {
  const progress = {
    phase: phase.kind,
    queued: sync.queued,
    needs_attention: sync.needs_attention,
    connection: sync.connection.kind,
    warnings: warnings.map(({ code }) => code),
    near: peers.near.length,
    known: peers.known,
    inside: counters.inside,
  };
  const text = JSON.stringify(progress);
  if (text === told) return;
  told = text;
  say({ progress });
}
