#!/usr/bin/env node
// Starts the app. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
import { fileURLToPath } from 'node:url';
import { runsBundle } from './runs-bundle.js';

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(
    `Gatehouse needs Node.js 24 or newer; this is ${process.versions.node}. In the project, "npm start" uses the one that "npm ci" installs.\n`,
  );
  process.exitCode = 1;
} else {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { start } = (await runsBundle(root))
    ? await import('../out/main/start.js')
    : await import('../src-main/launch/start.ts');
  process.exitCode = await start(root, process.argv.slice(2), process.env);
}
