import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The README's two commands on a machine that has nothing: a Debian of its required packages, with Node.js and npm, and neither browser nor desktop.

const project = join(import.meta.dirname, '../..');
const MINUTE_MS = 60_000;
/** The authorities that this machine's Node.js trusts besides its own. */
const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '';

function whyNot(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux x64';
  if (process.getuid?.() !== 0) return 'it needs root';
  return existsSync('/usr/sbin/debootstrap') ? null : 'debootstrap is not installed';
}

const obstacle = whyNot();
const title = obstacle === null ? '' : ` (skipped: ${obstacle})`;

describe.skipIf(obstacle !== null)(`a minimal Debian${title}`, { tags: ['long'] }, () => {
  let root: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'gatehouse-debian-'));
    // As the root of a system is: anybody may enter it.
    chmodSync(root, 0o755);
    await promisify(execFile)('debootstrap', ['--variant=minbase', 'stable', root], {
      maxBuffer: 2 ** 26,
    });
    installNode(root);
    copySources(join(root, 'root/gatehouse'));
    const { code, output } = await inside(root, 'npm ci').done;
    expect(code, output).toBe(0);
    expect(output).not.toContain('npm warn');
  }, 20 * MINUTE_MS);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('opens the door screen with npm start', async () => {
    const start = inside(root, 'npm start -- --json --data /tmp/door');
    const lines = createInterface({ input: start.stdout });
    for await (const line of lines) {
      if (!line.startsWith('{')) continue;
      const page = await fetch(JSON.parse(line).url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('id="root"');
      break;
    }
    start.end();
    await start.done;
    expect.hasAssertions();
  });

  it('passes the tests with npm test', async () => {
    const { code, output } = await inside(root, 'npm test').done;
    expect(code, output.slice(-20_000)).toBe(0);
  });
});

/** The Node.js and the npm that run this test, and the settings with which that npm reaches its registry. */
function installNode(root: string): void {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const found = onPath.find((path) => existsSync(path));
  if (found === undefined) throw new Error('expected npm');
  // …/npm/bin/npm-cli.js
  const npm = join(realpathSync(found), '../..');
  const local = join(root, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  cpSync(npm, join(local, 'lib/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
  for (const path of ['/etc/hosts', '/etc/resolv.conf', npmSetting('cafile'), certificates]) {
    if (existsSync(path)) cpSync(path, join(root, path), { dereference: true });
  }
}

function npmSetting(name: string): string {
  const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  return value === 'null' ? '' : value;
}

/** What a clone would hold, together with changes that are not committed. */
function copySources(target: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', list, { cwd: project, encoding: 'utf8' }).split('\0');
  for (const path of paths) {
    const source = join(project, path);
    if (path === '' || !existsSync(source)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(source, join(target, path));
  }
}

/** Runs a command in the project there, in namespaces of its own: its mounts and processes end with it. */
function inside(root: string, command: string) {
  const setUp = `mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; exec chroot "$1" /bin/bash -c "cd /root/gatehouse && $2"`;
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const child = spawn('unshare', [...namespaces, 'bash', '-ec', setUp, 'bash', root, command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      npm_config_registry: npmSetting('registry'),
      npm_config_cafile: npmSetting('cafile'),
      ...(certificates !== '' && { NODE_EXTRA_CA_CERTS: certificates }),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (output += String(part)));
  }
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  child.on('close', (code) => resolve({ code, output }));
  return { stdout: child.stdout, done: promise, end: () => child.kill('SIGKILL') };
}
