#!/usr/bin/env node
// The gatehouse command. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Gatehouse needs Node.js 22.19 or newer; this is ${process.versions.node}. "npm run gatehouse" uses the one that "npm ci" installs with the project.\n`,
  );
  process.exitCode = 1;
} else {
  // Node keeps what it compiled in the system's temporary directory: commands start faster from the second one on.
  module.enableCompileCache();
  // An installed package has the bundle only; in the project the source is newer than any bundle.
  const inProject = existsSync(new URL('../src-server/cli/main.ts', import.meta.url));
  // The journal is a station's: its commands are a program of their own, and load nothing of the server.
  if (process.argv[2] === 'journal') {
    await (inProject
      ? import('../src-main/hosts/journal/journal-main.ts')
      : import('../out/main/journal.js'));
  } else {
    await (inProject ? import('../src-server/cli/main.ts') : import('../out/main/gatehouse.js'));
  }
}
