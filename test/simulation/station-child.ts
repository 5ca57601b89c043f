// A station in a process of its own, to be killed. Reads one JSON command per line, `{"scan": "tkt_…"}`; prints one JSON line per
// outcome, after it was shown; `{"opened": true}` when it takes scans, `{"ready": true}` once the first import is whole.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { composeStation } from '../../src-main/hosts/compose.ts';

const Command = Compile(Type.Object({ id: Type.String(), scan: Type.String() }));
const [dataDir, serverUrl, clientId, clientSecret] = process.argv.slice(2);
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
  enrolment: { serverUrl, clientId, clientSecret },
  intervals: { scansMs: 40, ticketsMs: 60, setupMs: 500 },
});
say({ opened: true });
let ready = false;
station.subscribe((message) => {
  if (message.kind === 'outcome') say({ shown: message.outcome });
  if (message.kind === 'state') tellReady(message.state.phase.kind);
});
const welcome = station.welcome();
if (welcome.kind === 'welcome') tellReady(welcome.state.phase.kind);

for await (const line of createInterface({ input: process.stdin })) {
  const command = Command.Parse(JSON.parse(line));
  void station.handle({
    id: command.id,
    command: { kind: 'scan', code: command.scan, symbology: null, source: 'keyboard' },
  });
}
await station[Symbol.asyncDispose]();

function tellReady(phase: string): void {
  if (ready || phase !== 'ready') return;
  ready = true;
  say({ ready });
}
