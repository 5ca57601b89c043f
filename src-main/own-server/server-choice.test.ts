import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { readStartRequest } from '../startup/config.ts';
import { readHostSettings } from '../startup/host-settings.ts';
import { openChosenServer } from './server-choice.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

function open(words: readonly string[]) {
  const environment = { GATEHOUSE_CLIENT_SECRET: 'secret' };
  const request = readStartRequest(['--data', directory.path, ...words], environment);
  if (request.kind !== 'start') throw new Error('expected a start');
  return openChosenServer(request.config, () => {
    throw new Error('expected no server of its own');
  });
}

it('a host with an explicit server starts even if its settings are damaged, and rewrites them', async () => {
  for (const name of ['host.json', 'host.json.bak']) {
    writeFileSync(join(directory.path, name), '{');
  }
  await expect(open([])).rejects.toThrow(/^.*host\.json cannot be read.* name it again/);
  const url = 'https://tickets.example.org';
  const chosen = await open(['--server', url, '--client-id', 'cli']);
  expect(chosen.enrolment).toMatchObject({ server_url: url, client_id: 'cli' });
  expect(readHostSettings(directory.path).server).toEqual({ kind: 'remote', url });
  expect(readdirSync(directory.path)).toContain('host.json.damaged-1');
});
