import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SeedRange } from '../support/test-seed.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs `npm run simulate` with these arguments. */
export async function simulate(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += String(part)));
  child.stderr.on('data', (part: Buffer) => (output += String(part)));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { code: await promise, output };
}

export const simulateRange = ({ from, count }: SeedRange) =>
  simulate('--seeds', String(count), '--from', String(from), '--jobs', '2');
