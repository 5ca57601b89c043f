import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../../src-files/is-alive.ts';

const POLL_MS = 200;

/** Runs `work` while no other process of this machine does so for the same directory. A holder that died is replaced. */
export async function withBuildLock(directory: string, work: () => Promise<void>): Promise<void> {
  const lock = join(directory, '.building');
  await mkdir(directory, { recursive: true });
  while (!(await take(lock))) await delay(POLL_MS);
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
    return false;
  }
}
