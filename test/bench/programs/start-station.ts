// A station on a folder with tickets, without a network: starts, and scans the code it was told. Prints what it showed and its processor time
// when the verdict is there, and ends. Usage: node start-station.ts FOLDER CODE.
import { composeStation } from '../../../src-main/hosts/compose.ts';

const [dataDir = '', code = ''] = process.argv.slice(2);
// The station holds no process by itself; its host does.
const hold = setInterval(() => undefined, 60_000);
const station = await composeStation({ dataDir });
const shown = Promise.withResolvers<string>();
station.subscribe((message) => {
  if (message.kind === 'outcome') shown.resolve(message.outcome.kind);
});
const command = { kind: 'scan', code, symbology: null, source: 'keyboard' } as const;
await station.handle({ id: `bench-${process.pid}`, command });
const kind = await shown.promise;
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.once('SIGTERM', () => {
  clearInterval(hold);
  void station[Symbol.asyncDispose]();
});
const cpuMicros = userCPUTime + systemCPUTime;
process.stdout.write(`${JSON.stringify({ kind, cpuMicros })}\n`);
