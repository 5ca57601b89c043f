#!/usr/bin/env node
// Starts the app. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(
    `Gatehouse needs Node.js 24 or newer; this is ${process.versions.node}. In the project, "npm start" uses the one that "npm ci" installs.\n`,
  );
  process.exitCode = 1;
} else {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // An installed package has the bundle only, because Node strips no types there; in the project the source is newer than any bundle.
  const { start } = await (existsSync(new URL('../src-main/hosts/launch/start.ts', import.meta.url))
    ? import('../src-main/hosts/launch/start.ts')
    : import('../out/main/start.js'));
  process.exitCode = await start(root, process.argv.slice(2), process.env);
}
