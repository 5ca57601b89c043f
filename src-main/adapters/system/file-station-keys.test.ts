import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileStationKeys } from './file-station-keys.ts';
import { silentLogger } from './system-ports.ts';

const key = (digit: string) => digit.repeat(43);
const own = { client_id: 'cli', organiser: 'org_1', statements: key('a'), sealing: key('b') };
const elsewhere = {
  client_id: 'cli_2',
  organiser: 'org_2',
  statements: key('c'),
  sealing: key('d'),
};

let folder: string;
const open = () => fileStationKeys(join(folder, 'keys.json'), silentLogger);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('trusts the keys that it hears first', () => {
  expect(open().trusts(own)).toBe(true);
});

it.each([
  ['the same', {}, true],
  ['another client of the organiser', { client_id: 'cli_3' }, true],
  ['another organiser with another client', elsewhere, true],
  ['another key of statements', { statements: key('x') }, false],
  ['another sealing key', { sealing: key('x') }, false],
  ['another organiser for the same client', { ...elsewhere, client_id: 'cli' }, false],
  ['the same keys for another organiser', { organiser: 'org_2' }, false],
  ['another client with other keys', { client_id: 'cli_3', sealing: key('x') }, false],
])('trusts %s after a restart: %s', (_what, change, isTrusted) => {
  open().remember(own);
  const kept = open();
  expect(kept.trusts({ ...own, ...change })).toBe(isTrusted);
  kept.remember(elsewhere);
  expect(open().trusts(own)).toBe(true);
  expect(open().trusts({ ...own, statements: key('x') })).toBe(false);
});
