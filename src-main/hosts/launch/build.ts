import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../host-error.ts';
import { environmentWithoutSecrets } from '../processes/child-handle.ts';
import { withBuildLock } from './build-lock.ts';
import { hashSources } from './source-hash.ts';

/**
 * Builds `out/` from the sources under `root`, unless it was built from exactly these sources.
 * Two starts at the same time build once; the second waits for the first.
 * @throws {HostError} `build_failed`
 */
export async function build(root: string, when: 'always' | 'stale'): Promise<void> {
  if (!hasSources(root)) return;
  if (when === 'stale' && (await isFresh(root))) return;
  await withBuildLock(join(root, 'out'), async () => {
    if (when === 'stale' && (await isFresh(root))) return;
    const hash = await hashSources(root);
    process.stderr.write('Building…\n');
    await runBundler(root);
    await writeFile(stampOf(root), hash);
  });
}

/** An installed package has none, and brings its `out/` along. */
export function hasSources(root: string): boolean {
  return existsSync(join(root, 'src-renderer'));
}

async function isFresh(root: string): Promise<boolean> {
  const stamp = await readFile(stampOf(root), 'utf8').catch(() => null);
  return stamp !== null && stamp === (await hashSources(root));
}

function stampOf(root: string): string {
  return join(root, 'out', 'built-from');
}

/** The bundler's own output goes to stderr: stdout belongs to the caller of `--json`. */
async function runBundler(root: string): Promise<void> {
  const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: environmentWithoutSecrets(),
    stdio: ['ignore', 2, 2],
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('exit', resolve);
  if ((await promise) !== 0) throw new HostError('build_failed', 'The build failed; see above.');
}
