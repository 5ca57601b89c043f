// `npm run dev`: starts Gatehouse, and builds and starts it again whenever a source has changed. An open page finds its station again by
// itself, and has to be reloaded to show a change of its own. What `node --watch` knows nothing of: the child processes, and the page.
import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { owningProcesses, watchForStop } from '../src-main/processes/until-stopped.ts';
import { build, sourceFolders } from './build.ts';

/** Editors save in several steps. */
const QUIET_MS = 150;

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const stop = watchForStop(owningProcesses(process.env));
let changed = Promise.withResolvers<'a change'>();
let quiet: NodeJS.Timeout | undefined;

const watchers = sourceFolders.map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => changed.resolve('a change'), QUIET_MS);
  }),
);

let child: ChildProcess | null = null;
let next: string;
do {
  changed = Promise.withResolvers();
  if (await build(root, 'stale')) {
    const isFirst = child === null;
    await end(child);
    child = start(isFirst ? args : [...args, '--no-open']);
  }
  next = await Promise.race([changed.promise, stop.requested]);
} while (next === 'a change');
await end(child);
for (const watcher of watchers) watcher.close();
stop.dispose();

function start(words: readonly string[]): ChildProcess {
  const command = join(root, 'bin', 'gatehouse.js');
  return spawn(process.execPath, [command, 'start', ...words], { stdio: 'inherit' });
}

async function end(last: ChildProcess | null): Promise<void> {
  if (last === null || last.exitCode !== null || last.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  last.once('exit', () => resolve());
  last.kill('SIGTERM');
  await promise;
}
