import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const Manifest = Type.Object({
  version: Type.String(),
  bin: Type.Object({ gatehouse: Type.String() }),
  dependencies: Type.Record(Type.String(), Type.String()),
});
const Packed = Type.Tuple([
  Type.Object({
    filename: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String() })),
  }),
]);

export interface InstalledPackage {
  /** The folder of a project in which Gatehouse is installed. */
  readonly app: string;
  /** The `gatehouse` command there. */
  readonly command: string;
  readonly version: string;
  /** The files in the package, with `/` on every system. */
  readonly files: readonly string[];
}

/** A package as npm packs it. */
export interface PackedProject {
  readonly tarball: string;
  /** The files in it, with `/` on every system. */
  readonly files: readonly string[];
}

/** Packs the project into `folder`. Builds it only if `out/` was built from other sources. */
export async function packProject(folder: string): Promise<PackedProject> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: project,
    shell: process.platform === 'win32',
  });
  // The scripts that npm runs before packing also print to stdout.
  const [{ filename, files }] = Value.Parse(
    Packed,
    JSON.parse(stdout.slice(stdout.search(/^\[/m))),
  );

  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

/** Packs the project and installs it in `folder` like npm, with exactly its declared dependencies. */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  const { tarball, files } = await packProject(folder);
  const app = join(folder, 'app');
  const installed = join(app, 'node_modules', 'gatehouse');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  const manifest = Value.Parse(
    Manifest,
    JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')),
  );
  await linkPackages(app, Object.keys(manifest.dependencies));
  const command = join(app, 'node_modules', '.bin', 'gatehouse');
  await mkdir(dirname(command));
  await symlink(join('..', 'gatehouse', manifest.bin.gatehouse), command);
  return { app, command, version: manifest.version, files };
}

async function linkPackages(app: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const link = join(app, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(project, 'node_modules', name), link, 'junction');
  }
}
