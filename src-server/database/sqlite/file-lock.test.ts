import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryFileLock } from './file-lock.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'));
  path = join(directory, 'mail.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('A file lock', () => {
  it('is held by one at a time, until it is released', async () => {
    const first = tryFileLock(path);
    expect(tryFileLock(path)).toBeNull();
    await first?.release();
    await first?.release();
    const next = tryFileLock(path);
    expect(next).not.toBeNull();
    await next?.release();
  });

  it('ends with its process, even when that is killed', async () => {
    const program = `import { tryFileLock } from ${JSON.stringify(import.meta.resolve('./file-lock.ts'))};
      const lock = tryFileLock(${JSON.stringify(path)});
      process.stdout.write('held'); setInterval(() => lock.isHeld(), 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const beside = tryFileLock(path);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(beside).toBeNull();
    const after = tryFileLock(path);
    expect(after).not.toBeNull();
    await after?.release();
  });
});
