import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bugs, type Bug } from './bugs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns null if the source has changed and no longer contains the defect's text. */
export function withBug({ before, after }: Bug, source: string): string | null {
  const [head, tail, ...more] = source.split(before);
  if (head === undefined || tail === undefined || more.length > 0) return null;
  return head + after + tail;
}

export function sourceOf({ file }: Bug): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Makes this process load the program with the defect; no file is changed. */
export function putIn(name: string): void {
  const bug = bugs.find((one) => one.name === name);
  if (bug === undefined)
    throw new RangeError(`expected one of ${bugs.map((one) => one.name).join(', ')}`);
  const source = withBug(bug, sourceOf(bug));
  if (source === null) throw new Error(`expected the text of ${name} once in ${bug.file}`);
  const target = pathToFileURL(join(root, bug.file)).href;
  registerHooks({
    load: (url, context, next) =>
      url === target
        ? { format: 'module-typescript', source, shortCircuit: true }
        : next(url, context),
  });
}
