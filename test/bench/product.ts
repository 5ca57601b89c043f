import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../../bin/build.ts';

const project = join(import.meta.dirname, '..', '..');

/** Puts into `folder` what a package of Gatehouse holds, built from these sources. */
export async function installProduct(folder: string): Promise<void> {
  await build(project, 'stale');
  await mkdir(folder, { recursive: true });
  for (const part of ['package.json', 'bin', 'out']) {
    await cp(join(project, part), join(folder, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
}
