import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { measureRetained } from './inspect-process.ts';

const MIB = 2 ** 20;

/** Measures a process that runs this program, once it has printed something. */
async function measure(program: string, begun: (child: ChildProcess) => void = () => undefined) {
  const port = await freePort();
  const args = [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child.stdout, 'data');
    begun(child);
    return await measureRetained(port);
  } finally {
    child.kill('SIGKILL');
  }
}

/** A program whose main thread and worker each keep and drop so many arrays of a mebibyte. */
function holding({ kept, dropped }: { kept: number; dropped: number }): string {
  const hold = `
    const mebibytes = (count) => Array.from({ length: count }, () => Array(2 ** 17).fill(1.5));
    globalThis.kept = mebibytes(${kept});
    mebibytes(${dropped});
    setInterval(() => undefined, 1_000);`;
  const worker = `${hold} require('node:worker_threads').parentPort.postMessage('');`;
  return `${hold}
    new (require('node:worker_threads').Worker)(${JSON.stringify(worker)}, { eval: true })
      .on('message', () => process.stdout.write('ready'));`;
}

it(
  'what main thread and worker keep is counted, and what they have dropped is not',
  { tags: ['long'] },
  async () => {
    const nothing = await measure(holding({ kept: 0, dropped: 0 }));
    expect(await measure(holding({ kept: 0, dropped: 40 }))).toBeLessThan(nothing + MIB);
    const both = await measure(holding({ kept: 10, dropped: 0 }));
    expect(both).toBeGreaterThan(nothing + 19 * MIB);
    expect(both).toBeLessThan(nothing + 21 * MIB);
  },
);

it('a process that is killed before it has answered is reported', async () => {
  const busy = `process.stdout.write('ready'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
  const killed = measure(busy, (child) => setTimeout(() => child.kill('SIGKILL'), 1_000));
  await expect(killed).rejects.toThrow('the process ended');
});
