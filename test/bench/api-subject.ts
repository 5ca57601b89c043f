import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Sample } from './bench-part.ts';
import { offerLoad, type OfferedRequest } from './offer-load.ts';
import { startProcess, type StartedProcess } from './start-process.ts';

/** A verdict that denies is recorded just as one that allows. */
const STATUSES = [200, 422];
const Ready = Type.Object({ base_url: Type.String() });

/** A server in a process of its own. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
  readonly process: StartedProcess;
}

/** `script`: in this folder. */
export async function openSubject(
  name: string,
  script: string,
  args: readonly string[],
): Promise<Subject> {
  const process = await startProcess(join(import.meta.dirname, script), args);
  return { name, process, origin: Value.Parse(Ready, process.ready).base_url };
}

/** One durable insert in `database` a POST; for a GET the bytes of `pageFile`. */
export function openBareServer(database: string, pageFile: string): Promise<Subject> {
  return openSubject('bare', 'bare-server.ts', [database, pageFile]);
}

/** Requests a second, and the server's processor time for each. */
export async function rateOf(
  { origin, process }: Pick<Subject, 'origin' | 'process'>,
  load: { readonly connections: number; readonly requests: readonly OfferedRequest[] },
): Promise<Sample> {
  const before = await process.cpuMicros();
  const wall = await offerLoad({ ...load, origin, statuses: STATUSES });
  const after = await process.cpuMicros();
  const cpuMicros =
    before === null || after === null ? null : (after - before) / load.requests.length;
  return { wall, cpuMicros };
}
