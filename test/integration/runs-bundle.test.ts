import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildHashFile, buildNote, hashSources } from '../../src-main/launch/built-from.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const launch = join('src-main', 'launch');
const programs = {
  gatehouse: join('src-server', 'cli', 'main.ts'),
  journal: join('src-main', 'journal-cli', 'journal-main.ts'),
  start: join(launch, 'start.ts'),
};
let root: string;

/** A project of the real commands, whose programs only say whether they are source or bundle. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-bin-'));
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const folder of ['shared', 'src-files', 'src-renderer']) await mkdir(join(root, folder));
  await put('package.json', '{ "type": "module" }');
  for (const [name, source] of Object.entries(programs)) {
    const program = (kind: string) =>
      `console.log('${kind} of ${name}'); export const start = async () => 0;`;
    await put(source, program('source'));
    await put(join('out', 'main', `${name}.js`), program('bundle'));
  }
  await cp(join(project, 'bin'), join(root, 'bin'), { recursive: true });
  const hashing = join(launch, 'built-from.ts');
  await cp(join(project, hashing), join(root, hashing));
});
afterEach(() => rm(root, { recursive: true }));

async function run(...words: string[]): Promise<string> {
  const [script = '', ...rest] = words;
  const env = { ...process.env, XDG_CACHE_HOME: join(root, 'cache') };
  const all = [join(root, 'bin', script), ...rest];
  return (await promisify(execFile)(process.execPath, all, { env })).stdout;
}

async function expectAll(kind: 'source' | 'bundle'): Promise<void> {
  expect(await run('gatehouse.js', 'client', 'list')).toBe(`${kind} of gatehouse\n`);
  expect(await run('gatehouse.js', 'journal', 'verify')).toBe(`${kind} of journal\n`);
  expect(await run('gatehouse.js', 'start')).toBe(`${kind} of start\n`);
  expect(await run('start.js')).toBe(`${kind} of start\n`);
}

describe('the commands', () => {
  it('run the sources of a project that was not built', { tags: ['long'] }, () =>
    expectAll('source'),
  );

  it('run the bundles that were built from exactly these sources, and the sources once one changes', async () => {
    await writeFile(buildHashFile(root), buildNote(root, hashSources(root)));
    await expectAll('bundle');
    await writeFile(join(root, 'shared', 'new.ts'), 'export {};');
    await expectAll('source');
  });

  it(
    'run the sources of a project of which a part is missing, whatever was built',
    { tags: ['long'] },
    async () => {
      await writeFile(buildHashFile(root), buildNote(root, hashSources(root)));
      await rm(join(root, 'src-renderer'), { recursive: true });
      await expectAll('source');
    },
  );

  it('run the sources if a file that was built is gone or cut', async () => {
    await writeFile(buildHashFile(root), buildNote(root, hashSources(root)));
    await writeFile(join(root, 'out', 'main', 'start.js'), '');
    await expectAll('source');
  });

  it('run the bundles of an installed package, which has no sources', async () => {
    for (const folder of ['shared', 'src-files', 'src-main', 'src-renderer', 'src-server']) {
      await rm(join(root, folder), { recursive: true });
    }
    await expectAll('bundle');
  });
});
