import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseInstant } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { optionalFlag, timeFlag } from '../flags/flags.ts';
import { readGiven } from './define-command.ts';
import { termsOf } from './terms.ts';

const command = { operands: [], flags: { since: optionalFlag(timeFlag('from then on')) } };

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

async function read(since: string) {
  const words = { operands: [], options: { since } };
  return readGiven(command, words, await termsOf(fixture.database, command, words)).values.since;
}

it.each([
  ['2026-10-25 02:30', '2026-10-25T02:30:00+00:00'],
  ['2026-03-29T02:30', '2026-03-29T02:30:00+00:00'],
  ['2026-12-12', '2026-12-12T00:00:00+00:00'],
])('a local time is refused where no event says its zone: %s', async (local, utc) => {
  await expect(read(local)).rejects.toThrow(
    `--since: expected a time with an offset, because the command names no event; got "${local}". For UTC, write ${utc}.`,
  );
  expect(await read(utc)).toBe(parseInstant(utc));
});
