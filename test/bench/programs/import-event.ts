// A station that has nothing yet, to the whole event: from its start to its end, and of that from the choice of the event until it can scan.
// Usage: node import-event.ts URL CLIENT_ID CLIENT_SECRET EVENT FOLDER ROWS.
import { composeStation } from '../../../src-main/hosts/compose.ts';
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

const wholeEnded = beginWork();
const station = await openStation();
const pullEnded = beginWork();
await station.pull();
const pull = pullEnded(Number(rows));
await station.close();
const whole = wholeEnded(Number(rows));
process.stdout.write(`${JSON.stringify({ whole, pull })}\n`);
