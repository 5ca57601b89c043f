import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SelfTestReport } from '../../shared/station/self-test.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

let server: RealServer;
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  server = new RealServer();
  await server.start();
});

afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  await server.remove();
});

it('a self-test compares the replica with the server, and works without it', async () => {
  const venue = await server.furnish(40);
  const [client] = venue.clients;
  const directory = await temporaryDirectory();
  const station = await runStation({
    dataDir: directory.path,
    enrolment: { server_url: server.url, client_id: client.id, client_secret: client.secret },
  });
  open.push(station, directory);
  await until('the door is ready', () => station.state().phase.kind === 'ready');
  await station.scan(venue.tickets[0] ?? '');
  await until('the scan is sent', () => station.state().sync.queued === 0);
  const healthy = await reportOf(station);
  expect(healthy).toMatchObject({
    server: { kind: 'answered' },
    clock: { suspect: false, remembered: false },
    tickets: { here: 40, server: 40, fresh_at: expect.any(String) },
    journal: { kind: 'written' },
    free_bytes: expect.any(Number),
  });
  await server.stop();
  expect(await reportOf(station)).toMatchObject({
    server: { kind: expect.stringMatching(/^(away|failed)$/) },
    tickets: { here: 40, server: null },
    journal: { kind: 'written' },
  });
  expect(await station.scan(venue.tickets[1] ?? '')).toMatchObject({ kind: 'admitted', number: 2 });
});

async function reportOf(station: RunningStation): Promise<SelfTestReport> {
  const result = await station.send({ kind: 'self_test' });
  if (result.ok && 'self_test' in result) return result.self_test;
  throw new Error(`expected a report, not ${JSON.stringify(result)}`);
}
