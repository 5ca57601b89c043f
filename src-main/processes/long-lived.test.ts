import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const module = JSON.stringify(import.meta.resolve('./long-lived.ts'));

/** Runs a program with the defaults of an Electron utility process. */
function run(program: string) {
  const args = [
    '--unhandled-rejections=warn-with-error-code',
    '--input-type=module',
    '-e',
    program,
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

it('a program whose output nobody reads any more goes on', async () => {
  const child = run(`
    import { outliveReaders } from ${module};
    outliveReaders();
    process.on('message', () => {
      for (let line = 0; line < 100; line += 1) console.error(console.log('x'.repeat(10_000)));
      setTimeout(() => process.send('alive'), 100);
    });
    process.send('ready');`);
  const next = async () => (await once(child, 'message'))[0];
  expect(await next()).toBe('ready');
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let round = 0; round < 3; round += 1) {
    child.send('write');
    expect(await next()).toBe('alive');
  }
  child.kill();
});

it('a child ends at an unhandled rejection', async () => {
  const child = run(`
    import { liveAsChild } from ${module};
    liveAsChild();
    setInterval(() => undefined, 1_000);
    void Promise.reject(new Error('nobody waits for it'));`);
  expect((await once(child, 'exit'))[0]).toBe(1);
});
