import { expect, it } from 'vitest';
import { createUpdates, type Updater } from './updates.ts';

function open(
  parts: Partial<Updater> = {},
  { accepts = true, unsent = 0 }: { accepts?: boolean; unsent?: number | null } = {},
) {
  const said: string[] = [];
  const done: string[] = [];
  const updates = createUpdates({
    find: async () => '0.2.0',
    download: async () => void done.push('downloaded'),
    install: () => void done.push('installed'),
    ...parts,
  });
  if (unsent !== null) updates.setUnsent(unsent);
  const talk = {
    offer: async (version: string) => {
      said.push(`offer ${version}`);
      return accepts;
    },
    isNewest: async () => void said.push('newest'),
    isDownloaded: async (version: string) => void said.push(`downloaded ${version}`),
    hasFailed: async (problem: string) => void said.push(`failed: ${problem}`),
  };
  return { updates, look: () => updates.look(talk), said, done };
}

const ignore = () => undefined;

it('a version is downloaded when it is accepted, and installed at the end', async () => {
  const { updates, look, said, done } = open();
  await look();
  expect(said).toEqual(['offer 0.2.0', 'downloaded 0.2.0']);
  expect(done).toEqual(['downloaded']);
  expect(updates.installAtEnd(ignore)).toBe(true);
  expect(done).toEqual(['downloaded', 'installed']);
});

it('a declined version is neither downloaded nor installed', async () => {
  const { updates, look, done } = open({}, { accepts: false });
  await look();
  expect(updates.installAtEnd(ignore)).toBe(false);
  expect(done).toEqual([]);
});

it.each([1, null])('nothing is installed while scans may be unsent (%s)', async (unsent) => {
  const { updates, look, done } = open({}, { unsent });
  await look();
  expect(updates.installAtEnd(ignore)).toBe(false);
  expect(done).toEqual(['downloaded']);
});

it('the running version is not offered', async () => {
  const { updates, look, said } = open({ find: async () => null });
  await look();
  expect(said).toEqual(['newest']);
  expect(updates.installAtEnd(ignore)).toBe(false);
});

it('what was downloaded is not downloaded again', async () => {
  const { look, said, done } = open();
  await look();
  await look();
  expect(said).toEqual(['offer 0.2.0', 'downloaded 0.2.0', 'downloaded 0.2.0']);
  expect(done).toEqual(['downloaded']);
});

it('a failed download is reported, installs nothing, and can be repeated', async () => {
  let attempts = 0;
  const { updates, look, said } = open({
    download: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('sha512 checksum mismatch');
    },
  });
  await look();
  expect(said).toEqual(['offer 0.2.0', 'failed: sha512 checksum mismatch']);
  expect(updates.installAtEnd(ignore)).toBe(false);
  await look();
  expect(said.at(-1)).toBe('downloaded 0.2.0');
  expect(updates.installAtEnd(ignore)).toBe(true);
});

it('a second check during another one does not ask twice', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const { look, said } = open({ find: () => promise });
  const first = look();
  await look();
  resolve('0.2.0');
  await first;
  expect(said).toEqual(['offer 0.2.0', 'downloaded 0.2.0']);
});
