import fs, { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draft } from '../../../../test/support/station/records.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import { logPathOf, readLog } from './log-lines.ts';
import { openJournal } from './open-journal.ts';

const disk = { freeBytes: Infinity };
const { writeSync } = fs;

/** Takes what there is room for, as a disk does that gets full. */
beforeEach(() => {
  vi.spyOn(fs, 'writeSync').mockImplementation(
    (file: number, written: unknown, position: unknown) => {
      if (disk.freeBytes === 0) throw new Error('ENOSPC: no space left on device');
      const taken = Buffer.from(String(written)).subarray(0, disk.freeBytes);
      disk.freeBytes -= taken.length;
      return writeSync(file, taken, 0, taken.length, Number(position));
    },
  );
});

afterEach(() => {
  disk.freeBytes = Infinity;
  vi.restoreAllMocks();
});

const long = { code: 'x'.repeat(4_000) };

it.each([0, 1, 3_000, 6_000])(
  'a disk with room for %i bytes of its log costs no scan, and the log is complete once there is more',
  async (freeBytes) => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'journal.db');
    const logged = () => readLog(logPathOf(path));
    const journal = openJournal(path);
    journal.append(draft(1));
    disk.freeBytes = freeBytes;
    for (const number of [2, 3]) {
      expect(journal.append(draft(number, long))).toEqual({ kind: 'recorded', sequence: number });
    }
    journal.checkpointWhenIdle();
    expect(logged().rows.length).toBeLessThan(3);
    disk.freeBytes = Infinity;
    // A shorter line than the part that was written.
    journal.append(draft(4));
    journal.checkpointWhenIdle();
    journal.append(draft(5));
    expect(logged().rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(logged().isDamaged).toBe(false);
    journal.close();
  },
);

it('the log of a station that was stopped on a full disk is completed at the next start', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'journal.db');
  const journal = openJournal(path);
  disk.freeBytes = 700;
  for (const number of [1, 2, 3]) journal.append(draft(number));
  journal.close();
  expect(readLog(logPathOf(path)).rows).toEqual([]);
  disk.freeBytes = Infinity;
  openJournal(path).close();
  expect(readLog(logPathOf(path)).rows).toHaveLength(3);
  if (process.platform !== 'win32') expect(statSync(logPathOf(path)).mode & 0o777).toBe(0o600);
});
