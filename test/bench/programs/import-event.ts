// A station that has nothing yet, from its start to the whole event. Usage: node import-event.ts URL CLIENT_ID CLIENT_SECRET EVENT FOLDER ROWS.
import { composeStation } from '../../../src-main/hosts/compose.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { measureWork } from '../measured.ts';

const [serverUrl = '', clientId = '', clientSecret = '', event = '', dataDir = '', rows = '0'] =
  process.argv.slice(2);

const measured = await measureWork(async () => {
  const station = await composeStation({
    dataDir,
    enrolment: { server_url: serverUrl, client_id: clientId, client_secret: clientSecret },
  });
  const whole = Promise.withResolvers<void>();
  const chosen = Promise.withResolvers<void>();
  const hear = (now: StationState) => {
    if (now.events.some(({ reference }) => reference === event)) chosen.resolve();
    if (now.event?.reference === event && now.phase.kind === 'ready') whole.resolve();
  };
  station.subscribe((message) => message.kind === 'state' && hear(message.state));
  await chosen.promise;
  await station.handle({ id: 'bench-1', command: { kind: 'select_event', event } });
  await whole.promise;
  await station[Symbol.asyncDispose]();
  return Number(rows);
});
process.stdout.write(`${JSON.stringify(measured)}\n`);
