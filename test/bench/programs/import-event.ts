// A station that has nothing yet, to the whole event: from its start to its end, or alone from the choice of the event until it can scan.
// Usage: node import-event.ts whole|pull URL CLIENT_ID CLIENT_SECRET EVENT FOLDER ROWS.
import { composeStation } from '../../../src-main/hosts/compose.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { measureWork, type Measured } from '../measured.ts';

const [what, serverUrl = '', clientId = '', clientSecret = '', event = '', ...rest] =
  process.argv.slice(2);
const [dataDir = '', rows = '0'] = rest;

async function openStation() {
  const station = await composeStation({
    dataDir,
    enrolment: { server_url: serverUrl, client_id: clientId, client_secret: clientSecret },
  });
  const offered = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const hear = (now: StationState) => {
    if (now.events.some(({ reference }) => reference === event)) offered.resolve();
    if (now.event?.reference === event && now.phase.kind === 'ready') ready.resolve();
  };
  station.subscribe((message) => message.kind === 'state' && hear(message.state));
  await offered.promise;
  return {
    pull: async () => {
      await station.handle({ id: 'bench-1', command: { kind: 'select_event', event } });
      await ready.promise;
      return Number(rows);
    },
    close: () => station[Symbol.asyncDispose](),
  };
}

async function whole(): Promise<number> {
  const station = await openStation();
  const pulled = await station.pull();
  await station.close();
  return pulled;
}

async function pullAlone(): Promise<Measured> {
  const station = await openStation();
  const pulled = await measureWork(station.pull);
  await station.close();
  return pulled;
}

const measured = what === 'pull' ? await pullAlone() : await measureWork(whole);
process.stdout.write(`${JSON.stringify(measured)}\n`);
