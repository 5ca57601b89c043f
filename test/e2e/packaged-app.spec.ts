import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { attachDoor } from '../support/e2e/door-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/e2e/temporary-folder.ts';
import { makeDistribution, readFuses } from '../support/electron-distribution.ts';
import { launchDesktopApp } from '../support/electron-stand-in/launch.ts';

// The content of a Linux installer from `npm run package`, packed into a distribution that stands in for Electron's. Its fuses and archive are real;
// packaged-start.spec.ts starts Electron itself from them where its binary is installed.
const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = join(root, 'packaging', 'node_modules');
const run = promisify(execFile);

test.describe.configure({ mode: 'serial' });
test.skip(
  !existsSync(join(tools, 'electron-builder')),
  'electron-builder is not installed (npm ci --prefix packaging)',
);
test.skip(
  process.platform !== 'linux',
  'the distribution in the place of Electron is one for Linux',
);

let folder: TemporaryFolder;
let app: string;
let listed: readonly string[];
const { arch } = process;

test.beforeAll(async () => {
  folder = await temporaryFolder('packaged');
  const distribution = join(folder.path, 'distribution');
  await makeDistribution(distribution);
  await run(
    process.execPath,
    [
      join(tools, 'electron-builder', 'cli.js'),
      '--dir',
      '--linux',
      `--${arch}`,
      '--publish=never',
      '--config=packaging/electron-builder.config.ts',
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${join(folder.path, 'release')}`,
    ],
    { cwd: root, maxBuffer: 10_000_000 },
  );
  const [unpacked = ''] = await readdir(join(folder.path, 'release')).then((names) =>
    names.filter((name) => name.endsWith('unpacked')),
  );
  app = join(folder.path, 'release', unpacked);
  const { stdout } = await runAsar('list', join(app, 'resources', 'app.asar'));
  listed = stdout.split('\n').filter((path) => path !== '');
});

test.afterAll(() => folder.remove());

const runAsar = (...args: readonly string[]) =>
  run(process.execPath, [join(tools, '@electron', 'asar', 'bin', 'asar.js'), ...args], {
    maxBuffer: 10_000_000,
  });

const filesBelow = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length));
};

test('the fuses disable what the app itself would disable too late', { tag: '@long' }, async () => {
  const [
    runAsNode,
    cookieEncryption,
    nodeOptions,
    nodeInspect,
    asarIntegrity,
    onlyFromAsar,
    browserSnapshot,
    filePrivileges,
  ] = readFuses(await readFile(join(app, 'gatehouse')));
  expect({ runAsNode, nodeOptions, nodeInspect, filePrivileges }).toEqual({
    runAsNode: '0',
    nodeOptions: '0',
    nodeInspect: '0',
    filePrivileges: '0',
  });
  expect({ asarIntegrity, onlyFromAsar }).toEqual({ asarIntegrity: '1', onlyFromAsar: '1' });
  expect({ cookieEncryption, browserSnapshot }).toEqual({
    cookieEncryption: '0',
    browserSnapshot: '0',
  });
});

test('the archive contains the app and nothing else', { tag: '@long' }, async () => {
  const own = listed.filter((path) => !path.startsWith('/node_modules'));
  for (const program of [
    'electron-main',
    'station-process',
    'server-process',
    'scanner-process',
    'replica-worker',
    'password-worker',
  ]) {
    expect(own).toContain(`/out/main/${program}.js`);
  }
  expect(own).toEqual(
    expect.arrayContaining([
      '/out/preload/preload.cjs',
      '/out/renderer/index.html',
      '/docs/changes.md',
      '/docs/clients.md',
      '/docs/quickstart.md',
      '/docs/sync.md',
      '/docs/webhooks.md',
    ]),
  );
  const foreign =
    /^\/(package\.json$|docs(\/(changes|clients|quickstart|sync|webhooks)\.md)?$|out(\/(main|preload|renderer)(\/|$)|$))/;
  expect(own.filter((path) => !foreign.test(path))).toEqual([]);
  expect(
    own.filter((path) => /\/(gatehouse|journal|start|verify-webhook)\.js$/.test(path)),
  ).toEqual([]);
  expect(
    listed
      .filter((path) => !/\/(licen[cs]e|copying|notice)[^/]*$/i.test(path))
      .filter((path) => /\.(tsx?|mts|cts|map|md|gyp|c|cpp|h|env|db|pem|key|log)$/.test(path)),
  ).toEqual(
    ['changes', 'clients', 'quickstart', 'sync', 'webhooks'].map((name) => `/docs/${name}.md`),
  );
  expect(
    listed.filter((path) => /\/(tests?|__tests__|\.git|\.github|\.env[^/]*)(\/|$)/.test(path)),
  ).toEqual([]);
  // Packages that only the project's tools and tests use.
  expect(
    listed.filter((path) =>
      /^\/node_modules\/(electron|electron-builder|vite|vitest|typescript|@playwright|react|stripe)(\/|$)/.test(
        path,
      ),
    ),
  ).toEqual([]);
});

test('native modules lie beside the archive, for one platform only', { tag: '@long' }, async () => {
  const unpacked = await filesBelow(join(app, 'resources', 'app.asar.unpacked', 'node_modules'));
  const prefix = `linux-${arch}`;
  expect(unpacked.filter((path) => path.endsWith('.node')).sort()).toEqual([
    `/@serialport/bindings-cpp/prebuilds/${prefix}/@serialport+bindings-cpp.glibc.node`,
    `/better-sqlite3/prebuilds/${prefix}.node`,
    `/node-hid/prebuilds/HID-${prefix}/node-napi-v4.node`,
    `/node-hid/prebuilds/HID_hidraw-${prefix}/node-napi-v4.node`,
  ]);
});

test('docs/packaging.md says which glibc the native modules need', { tag: '@long' }, async () => {
  const nodeModules = join(app, 'resources', 'app.asar.unpacked', 'node_modules');
  const needed = async (name: string) => {
    const modules = (await filesBelow(nodeModules)).filter(
      (path) => path.startsWith(name) && path.endsWith('.node'),
    );
    const texts = await Promise.all(
      modules.map((path) => readFile(join(nodeModules, path), 'latin1')),
    );
    const minors = texts.flatMap((text) =>
      [...text.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor)),
    );
    return `2.${Math.max(...minors)}`;
  };
  const guide = await readFile(join(root, 'docs', 'packaging.md'), 'utf8');
  expect(guide).toContain(`**Linux needs glibc ${await needed('/better-sqlite3')} `);
  expect(guide).toContain(`serialport needs glibc ${await needed('/@serialport')}, `);
  expect(guide).toContain(`node-hid ${await needed('/node-hid')} `);
});

test('packaging fails if the update address is not https', { tag: '@long' }, async () => {
  const config = join(root, 'packaging', 'electron-builder.config.ts');
  const read = (updates: string) =>
    run(process.execPath, [config], { env: { ...process.env, GATEHOUSE_UPDATES: updates } });
  await expect(read('http://downloads.example.org/')).rejects.toThrow(/must be an https address/);
  await read('https://downloads.example.org/');
  await read('');
});

test('installers list only languages that the app has', { tag: '@long' }, async () => {
  expect((await readdir(join(app, 'locales'))).sort()).toEqual([
    'de.pak',
    'en-US.pak',
    'es.pak',
    'fr.pak',
  ]);
});

test(
  'the app opens its door from the packed files alone, and looks for no updates',
  { tag: '@long' },
  async () => {
    // Node cannot read asar archives, so the files are extracted to a folder where no other package can be found.
    const extracted = join(folder.path, 'extracted');
    await runAsar('extract', join(app, 'resources', 'app.asar'), extracted);
    const desktop = launchDesktopApp(join(folder.path, 'data'), {
      folder: extracted,
      args: ['--server=embedded'],
      env: { STAND_IN_PACKAGED: '1' },
    });
    try {
      await desktop.ready;
      const door = await attachDoor(await desktop.page());
      await door.expectVerdict('tkt_7zzzzzzzzzzzzzzzzzzzzzzz01', 'unknown_ticket');
      const { utilities, outsideRequests, errorBoxes } = await desktop.inspect();
      const running = utilities.filter((utility) => utility.running);
      expect(running.map(({ serviceName }) => serviceName).sort()).toEqual([
        'gatehouse-scanner-process',
        'gatehouse-server-process',
        'gatehouse-station-process',
      ]);
      expect(outsideRequests).toEqual([]);
      expect(errorBoxes).toEqual([]);
      expect(existsSync(join(app, 'resources', 'app-update.yml'))).toBe(false);
    } finally {
      await desktop.close();
    }
    expect(await desktop.ended).toBe(0);
    expect(desktop.stderr()).not.toMatch(/Cannot find (module|package)/);
  },
);
