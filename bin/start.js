#!/usr/bin/env node
// Starts the app. This file is read by whatever Node there is, so it only checks the version before anything newer is loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Gatehouse needs Node.js 22.19 or newer; this is ${process.versions.node}. "npm start" uses the one that "npm ci" installs with the project.\n`,
  );
  process.exitCode = 1;
} else {
  const { start } = await import('../src-main/hosts/launch/start.ts');
  process.exitCode = await start(process.argv.slice(2), process.env);
}
