import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { lineReader } from '../support/line-reader.ts';
import type { Measured } from './measured.ts';

const Measurement = Type.Object({ rows: Type.Integer(), ms: Type.Number(), cpuMs: Type.Number() });
const Imported = Type.Object({ whole: Measurement, pull: Measurement });

/** Runs a program that says what its work took. */
export function runMeasured(script: string, args: readonly string[]): Promise<Measured> {
  return runProgram(script, args, Measurement);
}

/** Runs `import-event.ts`, which says what the whole of it took and what the pull in it did. */
export function runImport(args: readonly string[]): Promise<Static<typeof Imported>> {
  return runProgram(join('programs', 'import-event.ts'), args, Imported);
}

/** Runs a program to its end. Every measurement has a process of its own, as every import has. */
async function runProgram<Saying extends TSchema>(
  script: string,
  args: readonly string[],
  saying: Saying,
): Promise<Static<Saying>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const line = await lineReader(child.stdout).next();
  const code = await ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  const said: unknown = JSON.parse(line);
  return Value.Parse(saying, said);
}
