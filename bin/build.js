#!/usr/bin/env node
// Builds every program into out/ and notes what it was built from, so that a start knows whether to build again. With --stale it builds only
// what was built from other sources.
import { fileURLToPath } from 'node:url';
import { build } from '../src-main/launch/build.ts';

try {
  await build(
    fileURLToPath(new URL('..', import.meta.url)),
    process.argv.includes('--stale') ? 'stale' : 'always',
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
