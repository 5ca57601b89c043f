// Imports a whole event into a new station. Says what it took from opening the station to closing it, and within that from choosing the event
// until the station can scan.
// Usage: node import-event.ts URL CLIENT_ID CLIENT_SECRET EVENT FOLDER ROWS.
import { composeStation } from '../../../src-main/composition/compose.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { beginWork } from '../measured.ts';

const [serverUrl = '', clientId = '', clientSecret = '', event = '', dataDir = '', rows = '0'] =
  process.argv.slice(2);

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
    },
    close: () => station[Symbol.asyncDispose](),
  };
}

const endWhole = beginWork();
const station = await openStation();
const endPull = beginWork();
await station.pull();
const pull = endPull(Number(rows));
await station.close();
const whole = endWhole(Number(rows));
process.stdout.write(`${JSON.stringify({ whole, pull })}\n`);
