import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../shared/contract/parse-json.ts';
import { isAlive } from '../../src-files/is-alive.ts';
import { readRegularFile } from '../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../src-files/write-atomically.ts';
import { createLaunch, randomId } from './page-passes.ts';

/** `page.json`: lets the pages of a data folder reconnect after a restart, and says who serves them now. */
const PageRecord = Type.Object({
  secret: Type.String({ pattern: '^[\\w-]{43}$' }),
  /** The port of the last run; 0 before the first. */
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  /** Null once the browser host has closed. */
  running: Type.Union([
    Type.Object({ pid: Type.Integer({ minimum: 1 }), run: Type.String() }),
    Type.Null(),
  ]),
});
export type PageRecord = Static<typeof PageRecord>;

const check = Compile(PageRecord);

/** If the file is missing or damaged, pages lose access until they are opened with a new address. */
export function readPageRecord(data: string): PageRecord {
  const value = parseJson(readTextIn(data));
  if (check.Check(value)) return value;
  return { secret: randomBytes(32).toString('base64url'), port: 0, running: null };
}

export function writePageRecord(data: string, file: PageRecord): void {
  writeAtomically(pathIn(data), `${JSON.stringify(file, null, 2)}\n`);
}

export function newRun(): string {
  return randomId();
}

/** As browsers write it: without the port if that is 80. */
export function originOf(port: number): string {
  return new URL(`http://127.0.0.1:${port}`).origin;
}

/** Returns a new address for the page of the browser host that runs on this data folder; null if none does. */
export function launchOfRunning(data: string): string | null {
  const { secret, port, running } = readPageRecord(data);
  if (running === null || !isAlive(running.pid)) return null;
  return createLaunch(originOf(port), { secret, run: running.run }).url;
}

function pathIn(data: string): string {
  return join(data, 'page.json');
}

function readTextIn(data: string): string {
  try {
    return readRegularFile(pathIn(data)).toString();
  } catch {
    return '';
  }
}
