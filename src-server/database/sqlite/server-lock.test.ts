import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveWayToServer, lockServing } from './server-lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-serving-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('A command that writes much', () => {
  it('pauses between its parts only while a server serves the folder', async () => {
    expect(await pausesNow()).toBe(false);
    const release = lockServing(directory);
    expect(await pausesNow()).toBe(true);
    release?.();
    expect(await pausesNow()).toBe(false);
  });
});

/** Whether more than promises that are already fulfilled is waited for. */
async function pausesNow(): Promise<boolean> {
  let isOver = false;
  const waiting = giveWayToServer(directory).then(() => (isOver = true));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  const pauses = !isOver;
  await waiting;
  return pauses;
}
