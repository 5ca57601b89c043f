import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import installers from '../../packaging/electron-builder.config.ts';
import { locales } from '../../shared/languages.ts';
import { command as serveCommand } from '../../src-server/cli/commands/serving/serve.ts';
import { missingTool, withReason } from '../support/has-tool.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** The container tool here whose engine answers. */
const containerTool = ['docker', 'podman'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
);

async function tool(...words: string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return (await run(containerTool ?? '', words, options)).stdout.trim();
}

describe('the workflows', () => {
  const workflows = ['ci', 'package'].map((name) => read(`.github/workflows/${name}.yml`));

  it('use actions by their commit, which nobody can move', () => {
    const uses = workflows.flatMap((text) => text.match(/uses: .*/g) ?? []);
    expect(uses.length).toBeGreaterThan(4);
    for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
  });

  it('ask for the present list of packages before they install one', () => {
    for (const text of workflows) {
      for (const step of text.split(/\n {6}- /).filter((one) => one.includes('apt-get install'))) {
        expect(step).toMatch(/apt-get update\n\s+sudo apt-get install/);
      }
    }
  });
});

it('the rule for USB scanners in the guide is the one that the deb installs', () => {
  const [rule = ''] = /^SUBSYSTEM.*$/m.exec(read('docs/scanners.md')) ?? [];
  expect(rule).not.toBe('');
  expect(read('packaging/70-gatehouse-scanner.rules')).toContain(`${rule}\n`);
});

it('the installers keep the languages of the screens, and no others', () => {
  const kept = locales.map((locale) => (locale === 'en' ? 'en-US' : locale));
  expect(installers.electronLanguages).toEqual(kept);
});

describe('the container file', () => {
  const instructions = read('packaging/Containerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({
      name: line.split(' ', 1)[0] ?? '',
      rest: line.slice(line.indexOf(' ') + 1),
    }));
  const restsOf = (wanted: string) =>
    instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);

  it('builds on the very Node that the project runs on', () => {
    const images = restsOf('FROM').map((rest) => rest.split(' ', 1)[0]);
    const [image = '', ...others] = new Set(images);
    expect(others).toEqual([]);
    const [name, digest] = image.split('@');
    expect(name).toBe(`node:${manifest.devDependencies.node}-bookworm-slim`);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('runs as an ordinary user whose data outlives the container, and says whether it is well', () => {
    expect(restsOf('USER').at(-1)).toBe('node');
    const last = instructions.findLastIndex(({ name }) => name === 'USER');
    const asRoot = instructions
      .slice(last)
      .filter(({ name }) => ['RUN', 'COPY', 'ADD'].includes(name));
    expect(asRoot).toEqual([]);
    const [, data = ''] = /GATEHOUSE_DATA=(\S+)/.exec(restsOf('ENV').join(' ')) ?? [];
    expect(restsOf('VOLUME')).toEqual([data]);
    expect(restsOf('RUN').at(-1)).toContain(`--owner node --group node --mode 700 ${data}`);
    expect(restsOf('HEALTHCHECK')[0]).toContain('/readyz');
  });

  it('starts the command of the package with flags that it has', () => {
    expect(JSON.parse(restsOf('ENTRYPOINT')[0] ?? '')).toEqual(Object.keys(manifest.bin));
    const [command, ...words] = JSON.parse(restsOf('CMD')[0] ?? '');
    expect(command).toBe(serveCommand.name);
    for (const word of words.filter((word: string) => word.startsWith('--'))) {
      expect(Object.keys(serveCommand.flags)).toContain(word.slice(2));
    }
  });

  it('leaves what is built, installed and written here outside', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['node_modules', 'out', 'data', '.git']) expect(ignored).toContain(name);
  });

  it.skipIf(containerTool === undefined)(
    withReason(
      'builds an image that serves as an ordinary user, takes commands and ends when asked',
      containerTool === undefined ? 'no podman or docker that works' : null,
    ),
    { tags: ['long'] },
    async () => {
      const image = `gatehouse-test-${process.pid}`;
      await tool('build', '--file', 'packaging/Containerfile', '--tag', image, '.');
      const container = await tool('run', '--detach', '--publish', '127.0.0.1::8787', image);
      try {
        const [, port] = /:(\d+)$/m.exec(await tool('port', container, '8787')) ?? [];
        const ready = () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          );
        await expect.poll(ready, { timeout: 60_000 }).toBe(200);
        expect(await tool('exec', container, 'id', '-un')).toBe('node');
        await tool('exec', container, 'gatehouse', 'organiser', 'create', '--name', 'Kulturhaus');
        expect(await tool('exec', container, 'gatehouse', 'organiser', 'list')).toContain(
          'Kulturhaus',
        );
        await tool('stop', '-t', '30', container);
        expect(await tool('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
      } finally {
        await tool('rm', '--force', '--volumes', container);
        await tool('rmi', '--force', image);
      }
    },
  );
});

describe('the systemd units', () => {
  const unit = read('packaging/gatehouse.service');

  it('start the server with flags that it has, as a user without rights', () => {
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [, name, ...words] = command.split(' ');
    expect(name).toBe(serveCommand.name);
    const flags = Object.keys(serveCommand.flags).map(
      (flag) => `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    for (const word of words.filter((word) => word.startsWith('--'))) expect(flags).toContain(word);
    expect(unit).toMatch(/^User=gatehouse$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  const noSystemd = missingTool('systemd-analyze');
  it.skipIf(noSystemd !== null)(
    withReason('are such that systemd understands every line', noSystemd),
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-unit-'));
      const names = ['gatehouse.service', 'gatehouse-backup.service', 'gatehouse-backup.timer'];
      for (const name of names) {
        const text = read(`packaging/${name}`);
        // The programs are not installed here.
        const command = /\/usr\/local\/bin\/[\w-]+/g;
        await writeFile(
          join(folder, name),
          text.replace(command, () => quoted(process.execPath)),
        );
      }
      try {
        const files = names.map((name) => join(folder, name));
        const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files]);
        for (const name of names) expect(stderr).not.toContain(name);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

/** A path in a unit file, with whatever it contains. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`;
}
