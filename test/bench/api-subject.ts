import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Sample } from './bench-part.ts';
import { openConnections, type OfferedRequest } from './offer-load.ts';
import { GATEHOUSE_OPTIONS } from '../support/node-options.ts';
import { startProcess, type StartedProcess } from './start-process.ts';

/** Of a page, and of a ticket that is admitted; a denial would have 422. */
const STATUSES = [200];
const Ready = Type.Object({ base_url: Type.String() });

/** A server in a process of its own. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
  readonly process: StartedProcess;
}

/** `script`: in this folder. It runs with the options of Node that ours has. */
export async function openSubject(
  name: string,
  script: string,
  args: readonly string[],
): Promise<Subject> {
  const options = { nodeOptions: GATEHOUSE_OPTIONS };
  const process = await startProcess(join(import.meta.dirname, script), args, options);
  return { name, process, origin: Value.Parse(Ready, process.ready).base_url };
}

/** One durable insert of a row of `rowBytes` in `database` a POST; for a GET the bytes of `pageFile`. */
export function openBareServer(
  database: string,
  pageFile: string,
  rowBytes: number,
): Promise<Subject> {
  return openSubject('bare', 'bare-server.ts', [database, pageFile, String(rowBytes)]);
}

/** Requests a second, and the server's processor time for each. */
export async function rateOf(
  { origin, process }: Pick<Subject, 'origin' | 'process'>,
  load: { readonly connections: number; readonly requests: readonly OfferedRequest[] },
): Promise<Sample> {
  const connections = await openConnections(origin, load.connections);
  try {
    const before = await process.cpuMicros();
    const { perSecond, answers } = await connections.send(load.requests, STATUSES);
    const after = await process.cpuMicros();
    const cpuMicros = before === null || after === null ? null : (after - before) / answers;
    return { wall: perSecond, cpuMicros };
  } finally {
    await connections.close();
  }
}
