import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLocked, lockFile } from './file-lock.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'));
  path = join(directory, 'some.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('A file lock', () => {
  it('is held by one process at a time, until it is released', () => {
    expect(isLocked(path)).toBe(false);
    const first = lockFile(path);
    expect(lockFile(path)).toBeNull();
    expect(isLocked(path)).toBe(true);
    first?.();
    first?.();
    expect(isLocked(path)).toBe(false);
    const next = lockFile(path);
    expect(next).not.toBeNull();
    next?.();
  });

  it('counts as held where that cannot be told', () => {
    mkdirSync(path);
    expect(isLocked(path)).toBe(true);
  });

  it('ends with its process, even when that is killed', async () => {
    const program = `import { lockFile } from ${JSON.stringify(import.meta.resolve('./file-lock.ts'))};
      const release = lockFile(${JSON.stringify(path)});
      process.stdout.write('held'); setInterval(() => release, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const beside = { taken: lockFile(path), isLocked: isLocked(path) };
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(beside).toEqual({ taken: null, isLocked: true });
    expect(isLocked(path)).toBe(false);
    const after = lockFile(path);
    expect(after).not.toBeNull();
    after?.();
  });
});
