import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchOfRunning, readPageRecord, writePageRecord } from './page-record.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-page-file-'));
});
afterEach(() => rm(data, { recursive: true }));

it('page.json is rewritten when a pipe has its name', () => {
  execFileSync('mkfifo', [join(data, 'page.json')]);
  expect(launchOfRunning(data)).toBeNull();
  const page = { ...readPageRecord(data), port: 4711 };
  writePageRecord(data, page);
  expect(readPageRecord(data)).toEqual(page);
});
