import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { missingTool } from './has-tool.ts';

const INSTALLED = '/usr/sbin/pgbouncer';

/** Why tests that need PgBouncer are skipped on this machine, or null: where it is not installed, root fetches it as Debian has it. */
export function missingPgBouncer(): string | null {
  if (existsSync(INSTALLED)) return null;
  if (process.getuid?.() !== 0) return 'pgbouncer is not installed';
  return missingTool('apt-get', 'apt-cache', 'dpkg-deb');
}

export interface PgBouncer extends AsyncDisposable {
  /** The address of a database of the PostgreSQL behind it, through it. */
  through(url: string): string;
}

/** Unpacks PgBouncer and its libraries into a folder, unless it is installed: nothing of the system changes. */
export async function findPgBouncer(): Promise<{
  program: string;
  libraries: string;
  remove: () => void;
}> {
  if (existsSync(INSTALLED)) return { program: INSTALLED, libraries: '', remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'));
  chmodSync(folder, 0o755);
  const run = promisify(execFile);
  await run('apt-get', ['update', '-qq']);
  const { stdout } = await run('apt-cache', ['depends', 'pgbouncer']);
  const libraries = [...stdout.matchAll(/Depends: (lib\S+)/g)].map(([, name = '']) => name);
  await run('apt-get', ['download', '-qq', 'pgbouncer', ...libraries], { cwd: folder });
  for (const name of readdirSync(folder)) await run('dpkg-deb', ['-x', name, '.'], { cwd: folder });
  const lib = join(folder, 'usr/lib');
  return {
    program: join(folder, 'usr/sbin/pgbouncer'),
    libraries: readdirSync(lib)
      .map((name) => join(lib, name))
      .join(':'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs it in front of the PostgreSQL of `url`, with Debian's defaults and these settings. */
export async function startPgBouncer(
  { program, libraries }: { readonly program: string; readonly libraries: string },
  url: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'));
  const own = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  writeFileSync(all.auth_file, `"${username}" "${password}"\n`);
  for (const [path, mode] of [
    [folder, 0o755],
    [file, 0o644],
    [all.auth_file, 0o644],
  ] as const) {
    chmodSync(path, mode);
  }
  const child = spawn(program, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
    ...unprivileged(),
  });
  let said = '';
  const up = Promise.withResolvers<void>();
  child.stderr.on('data', (text: Buffer) => {
    said += String(text);
    if (said.includes('process up')) up.resolve();
  });
  child.on('exit', () => up.reject(new Error(`PgBouncer ended: ${said}`)));
  await up.promise;
  return {
    through: (direct) => {
      const address = new URL(direct);
      address.port = String(own);
      return address.href;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      // At once: SIGTERM waits for its clients.
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer does not run as root. PostgreSQL does not either, and so there is a user for it. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') };
}

function idOfPostgres(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
