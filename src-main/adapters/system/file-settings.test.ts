import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { fileSettings } from './file-settings.ts';
import { silentLogger } from './system-ports.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-settings-'));
  path = join(folder, 'settings.json');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('a language that somebody chose survives a restart, whatever the system of the next screen speaks', async () => {
  const evening = await openDoor({ settings: fileSettings(path, silentLogger) });
  await evening.send({ kind: 'set_locale', locale: 'fr' });
  await evening.close();
  const stored: unknown = JSON.parse(await readFile(path, 'utf8'));
  expect(stored).toMatchObject({ locale: 'fr', locale_chosen: true });

  const morning = await openDoor({ settings: fileSettings(path, silentLogger) });
  await morning.send({ kind: 'suggest_locale', locale: 'de' });
  expect(morning.state().locale).toBe('fr');
  await morning.close();
});

it('a language that was only suggested survives a restart, and gives way to the next suggestion', async () => {
  const evening = await openDoor({ settings: fileSettings(path, silentLogger) });
  await evening.send({ kind: 'suggest_locale', locale: 'es' });
  await evening.close();

  const morning = await openDoor({ settings: fileSettings(path, silentLogger) });
  expect(morning.state().locale).toBe('es');
  await morning.send({ kind: 'suggest_locale', locale: 'de' });
  expect(morning.state().locale).toBe('de');
  await morning.close();
});
