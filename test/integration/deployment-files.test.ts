import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { serve } from '../../src-server/cli/commands/serve.ts';

const run = promisify(execFile);
const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

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
    expect(new Set(images)).toEqual(
      new Set([`node:${manifest.devDependencies.node}-bookworm-slim`]),
    );
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
    expect(command).toBe(serve.name);
    for (const word of words.filter((word: string) => word.startsWith('--'))) {
      expect(Object.keys(serve.flags)).toContain(word.slice(2));
    }
  });

  it('leaves what is built, installed and written here outside', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['node_modules', 'out', 'data', '.git']) expect(ignored).toContain(name);
  });
});

describe('the systemd unit', () => {
  const unit = read('packaging/gatehouse.service');

  it('starts the server with flags that it has, as a user without rights', () => {
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [, name, ...words] = command.split(' ');
    expect(name).toBe(serve.name);
    const flags = Object.keys(serve.flags).map(
      (flag) => `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    for (const word of words.filter((word) => word.startsWith('--'))) expect(flags).toContain(word);
    expect(unit).toMatch(/^User=gatehouse$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'is one that systemd understands',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-unit-'));
      const file = join(folder, 'gatehouse.service');
      await writeFile(file, unit.replace('/usr/local/bin/gatehouse', process.execPath));
      try {
        const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
        expect(stderr).not.toContain('gatehouse.service');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
