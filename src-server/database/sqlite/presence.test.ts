import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enterAlone, enterPresence } from './presence.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-presence-'));
  path = join(directory, 'present.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function enter() {
  let ran = 0;
  const presence = await enterPresence(path, async () => {
    ran += 1;
  });
  expect(ran).toBe(presence.wasAlone ? 1 : 0);
  return presence;
}

describe('presence', () => {
  it('tells the first to come that nobody is there, and nobody else until all have left', async () => {
    const first = await enter();
    const second = await enter();
    expect([first.wasAlone, second.wasAlone]).toEqual([true, false]);
    first.leave();
    const third = await enter();
    expect(third.wasAlone).toBe(false);
    second.leave();
    third.leave();
    const last = await enter();
    expect(last.wasAlone).toBe(true);
    last.leave();
    last.leave();
  });

  it('ends with its process, also when that is killed', async () => {
    const program = `import { enterAlone, enterPresence } from ${JSON.stringify(import.meta.resolve('./presence.ts'))};
      await enterPresence(${JSON.stringify(path)}, async () => undefined);
      process.stdout.write('here'); setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const beside = await enter();
    expect(beside.wasAlone).toBe(false);
    beside.leave();
    child.kill('SIGKILL');
    await once(child, 'close');
    const after = await enter();
    expect(after.wasAlone).toBe(true);
    after.leave();
  });

  it('is not taken by who could not do what is to be done alone', async () => {
    const failing = enterPresence(path, async () => {
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const next = await enter();
    expect(next.wasAlone).toBe(true);
    next.leave();
  });

  it('of one that is to be alone is refused to a second, until the first has left', () => {
    const first = enterAlone(path);
    expect(enterAlone(path)).toBeNull();
    first?.leave();
    const next = enterAlone(path);
    expect(next).not.toBeNull();
    next?.leave();
  });
});
