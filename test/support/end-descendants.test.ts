import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { descendantsOf } from './end-descendants.ts';
import { missingTool, withReason } from './has-tool.ts';
import { lineReader } from './line-reader.ts';

it('descendants are found however deep they are, and no others', () => {
  const running = [
    { pid: 2, parent: 1 },
    { pid: 3, parent: 2 },
    { pid: 4, parent: 3 },
    { pid: 5, parent: 1 },
    { pid: 6, parent: 9 },
  ];
  expect(descendantsOf(2, running)).toEqual([3, 4]);
  expect(descendantsOf(1, running)).toEqual([2, 3, 4, 5]);
});

const missing = missingTool('ps');

it.skipIf(process.platform === 'win32' || missing !== null).each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  withReason(
    'a program that gets %s ends what it has started, cleans up, and exits with %i',
    missing,
  ),
  { tags: ['long'] },
  async (signal, code) => {
    const idle = `setInterval(() => undefined, 1_000)`;
    // In groups of their own, the second one started by the first.
    const starting = `
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', process.argv[1]], { detached: true });
      console.log(child.pid);
      ${idle};`;
    const program = `
      import { spawn } from 'node:child_process';
      import { endDescendantsWhenInterrupted } from ${JSON.stringify(new URL('./end-descendants.ts', import.meta.url).href)};
      endDescendantsWhenInterrupted(() => console.log('cleaned up'));
      const child = spawn(process.execPath, ['--input-type=module', '-e', process.argv[1], process.argv[2]], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
      console.log(child.pid);
      ${idle};`;
    const args = ['--input-type=module', '-e', program, starting, idle];
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = lineReader(parent.stdout);
    const pids = [Number(await lines.next()), Number(await lines.next())];
    parent.kill(signal);
    expect(await once(parent, 'exit')).toEqual([code, null]);
    expect(await lines.next()).toBe('cleaned up');
    await expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
