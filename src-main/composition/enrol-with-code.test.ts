import { expect, it } from 'vitest';
import { refused, type CommandResult } from '../../shared/station/results.ts';
import type { StationPhase } from '../../shared/station/state.ts';
import { readyState } from '../../test/support/door-script.ts';
import { enrolWithCode } from './enrol-with-code.ts';

const code = {
  server_url: 'https://tickets.example.org/v1',
  client_id: 'c',
  client_secret: 's',
  certificate: null,
  keys: null,
  event: null,
  location: null,
};

function start(phase: StationPhase, result: CommandResult): Promise<string | null> {
  const state = { ...readyState(), phase };
  return enrolWithCode(code, { kind: 'welcome', state, recent: [] }, () => Promise.resolve(result));
}

const ended = refused('connect.code_ended', 'The enrolment code was used already.');
const revoked = {
  kind: 'revoked',
  revoked_at: '2026-12-12T18:00:00.000000Z',
  unsent: 0,
  sealed_as: null,
} as const;

it('a new station does not start with a code that does not connect it', async () => {
  await expect(start({ kind: 'unenrolled' }, ended)).rejects.toThrow(
    /did not connect.*used already/,
  );
  expect(await start({ kind: 'unenrolled' }, { ok: true })).toBeNull();
});

it('a revoked station starts with the code that is still in its environment, and says that it is worth nothing', async () => {
  expect(await start(revoked, ended)).toMatch(/did not connect.*used already/);
  expect(await start(revoked, { ok: true })).toBeNull();
});
