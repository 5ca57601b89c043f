#!/usr/bin/env node
// The gatehouse command. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
import { fileURLToPath } from 'node:url';
import { enablePrivateCompileCache } from './compile-cache.js';
import { runsBundle } from './runs-bundle.js';

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(
    `Gatehouse needs Node.js 24 or newer; this is ${process.versions.node}. In the project, "npm run gatehouse" uses the one that "npm ci" installs.\n`,
  );
  process.exitCode = 1;
} else {
  enablePrivateCompileCache();
  const root = fileURLToPath(new URL('..', import.meta.url));
  const bundled = await runsBundle(root);
  // "help start" is "start --help".
  if (process.argv[2] === 'help') {
    process.argv.splice(2, process.argv.length, ...process.argv.slice(3), '--help');
  }
  const [command, ...words] = process.argv.slice(2);
  // The journal and the door are a station's: they are programs of their own, and load nothing of the server. Only what takes a journal
  // in is the server's.
  if (command === 'journal' && (words[0] === 'verify' || words[0] === 'export')) {
    await (bundled
      ? import('../out/main/journal.js')
      : import('../src-main/journal-cli/journal-main.ts'));
  } else if (command === 'start') {
    const { start } = await (bundled
      ? import('../out/main/start.js')
      : import('../src-main/launch/start.ts'));
    process.exitCode = await start(root, words, process.env);
  } else {
    await (bundled ? import('../out/main/gatehouse.js') : import('../src-server/cli/main.ts'));
  }
}
