#!/usr/bin/env node
// Why: docs/decisions/0001-runtime-and-bundles.md
// The gatehouse command. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enablePrivateCompileCache } from './compile-cache.js';

const [major = 0] = process.versions.node.split('.').map(Number);
const root = fileURLToPath(new URL('..', import.meta.url));

if (major < 24) {
  process.stderr.write(
    `Gatehouse needs Node.js 24 or newer; this is ${process.versions.node}. In the project, npm's scripts use the one that "npm ci" installs.\n`,
  );
  process.exitCode = 1;
} else if (await isBuilt()) {
  // "help start" is "start --help".
  if (process.argv[2] === 'help') {
    process.argv.splice(2, process.argv.length, ...process.argv.slice(3), '--help');
  }
  const [command, ...words] = process.argv.slice(2);
  // The journal and the door are a station's: they are programs of their own, and load nothing of the server. Only what takes a journal
  // in is the server's.
  if (command === 'journal' && (words[0] === 'verify' || words[0] === 'export')) {
    await import('../out/main/journal.js');
  } else if (command === 'start') {
    const { start } = await import('../out/main/start.js');
    process.exitCode = await start(root, words, process.env);
  } else {
    await import('../out/main/gatehouse.js');
  }
} else {
  process.exitCode = 1;
}

/** In the project `out/` is built first if its sources have changed; an installed package has no sources. */
async function isBuilt() {
  enablePrivateCompileCache();
  if (!existsSync(new URL('../electron.vite.config.ts', import.meta.url))) return true;
  const { build } = await import('./build.ts');
  return build(root, 'stale');
}
