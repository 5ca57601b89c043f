import { join } from 'node:path';
import type { Sample } from './bench-part.ts';
import { startProcess } from './start-process.ts';

/** Plain JavaScript, so that nothing strips types. */
export const BARE_NODE = join(import.meta.dirname, 'programs', 'bare-node.js');

/** What bare Node takes from its start to its first line, and the most memory that it has had then. */
export async function startBareNode(): Promise<{
  readonly start: Sample;
  readonly memory: Sample;
}> {
  const node = await startProcess(BARE_NODE, ['stay']);
  const memory = { wall: (await node.peakMib()) ?? Number.NaN, cpuMicros: null };
  await node.stop();
  return { start: { wall: node.startMs, cpuMicros: node.startCpuMicros }, memory };
}
