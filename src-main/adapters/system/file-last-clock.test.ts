import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instantAt } from '../../../test/support/station/records.ts';
import { temporaryDirectory } from '../../../test/support/station/run-station.ts';
import { fileLastClock } from './file-last-clock.ts';
import { silentLogger } from './system-ports.ts';

it('the last clock is kept in a file, and one that cannot be read or written counts as none', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'last-run.json');
  const store = fileLastClock(path, silentLogger);
  expect(store.read()).toBeNull();
  const clock = { offset_ms: -3, at: instantAt(1) };
  store.write(clock);
  expect(fileLastClock(path, silentLogger).read()).toEqual(clock);
  for (const text of ['', '{"offset_ms":', '{"offset_ms":1.5,"at":"2026-11-20T18:00:00Z"}']) {
    writeFileSync(path, text);
    expect(store.read()).toBeNull();
  }
  const folder = join(directory.path, 'folder');
  mkdirSync(folder);
  const nowhere = fileLastClock(folder, silentLogger);
  nowhere.write(clock);
  expect(nowhere.read()).toBeNull();
});
