import {
  lstatSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  readFileSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../src-files/is-alive.ts';

type OnSecond = (argv: readonly string[], directory: string) => void;

const LOCK = 'SingletonLock';
const KNOCK = 'second-instance-';

/** One instance per data folder, like Chromium's: a second one passes its command line to the first and gets `false`. */
export function takeInstanceLock(folder: string, onSecond: OnSecond): boolean {
  // Chromium's socket stands in the temporary folder; where that cannot be written there is no lock, and no reason either.
  if (process.env['STAND_IN_TEMPORARY'] === 'read-only') return false;
  if (!tryLock(folder)) {
    const knock = { argv: process.argv, directory: process.cwd() };
    writeFileSync(join(folder, `${KNOCK}${process.pid}.json`), JSON.stringify(knock));
    return false;
  }
  watch(folder, () => {
    for (const name of readdirSync(folder))
      if (name.startsWith(KNOCK)) hear(folder, name, onSecond);
  }).unref();
  process.on('exit', () => rmSync(join(folder, LOCK), { force: true }));
  return true;
}

function tryLock(folder: string): boolean {
  const path = join(folder, LOCK);
  // A link to nowhere, whose name says whose it is.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    if (isAlive(Number(readlinkSync(path).split('-').at(-1)))) return false;
    rmSync(path);
  }
  try {
    symlinkSync(`this-computer-${process.pid}`, path);
    return true;
  } catch {
    return false;
  }
}

function hear(folder: string, name: string, onSecond: OnSecond): void {
  try {
    const text = readFileSync(join(folder, name), 'utf8');
    const knock: { argv: string[]; directory: string } = JSON.parse(text);
    rmSync(join(folder, name));
    onSecond(knock.argv, knock.directory);
  } catch {
    // Only partly written, in which case another change follows, or already read.
  }
}
