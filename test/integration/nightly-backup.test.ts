import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtCommand } from '../support/station/programs.ts';

// The recipe of docs/operating.md as it is run every night.

const run = promisify(execFile);
const packaging = join(import.meta.dirname, '../../packaging');
const read = (name: string) => readFileSync(join(packaging, name), 'utf8');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-nightly-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'backups'));
  await installCommand(`exec "${process.execPath}" "${fileURLToPath(builtCommand())}" "$@"`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function installCommand(script: string): Promise<void> {
  const command = join(folder, 'bin', 'gatehouse');
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
}

const environment = () => ({
  ...process.env,
  PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  TMPDIR: folder,
  GATEHOUSE_DATA: join(folder, 'data'),
});
const gatehouse = async (...words: string[]) =>
  (await run('gatehouse', words, { env: environment() })).stdout;
const backUp = (keep: number) =>
  run('sh', [join(packaging, 'gatehouse-backup.sh'), join(folder, 'backups'), String(keep)], {
    env: environment(),
  });
const copies = async () => (await readdir(join(folder, 'backups'))).sort();

const isPosix = process.platform !== 'win32';

it.runIf(isPosix)('a nightly copy can be restored, and only the newest are kept', async () => {
  await gatehouse('organiser', 'create', '--name', 'Kulturhaus');
  const earlier = ['2026-01-01', '2026-01-02'].map((day) => `gatehouse-${day}T043000Z.db`);
  for (const name of [...earlier, 'notes.txt'])
    await writeFile(join(folder, 'backups', name), 'earlier');
  const { stdout } = await backUp(2);
  const [kept, made = '', ...others] = await copies();
  expect([kept, ...others]).toEqual([earlier[1], 'notes.txt']);
  expect(stdout).toBe(`Backed up and restored on trial: ${join(folder, 'backups', made)}\n`);
  // Nothing of the trial is left.
  expect((await readdir(folder)).sort()).toEqual(['backups', 'bin', 'data']);

  await gatehouse('organiser', 'create', '--name', 'Later');
  await gatehouse('restore', join(folder, 'backups', made));
  const listed = await gatehouse('organiser', 'list');
  expect(listed).toContain('Kulturhaus');
  expect(listed).not.toContain('Later');
});

it.runIf(isPosix)('a night that fails says so and removes no earlier copy', async () => {
  const earlier = join(folder, 'backups', 'gatehouse-2026-01-01T043000Z.db');
  await writeFile(earlier, 'earlier');
  await expect(backUp(1)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no database in'),
  });
  // A copy that cannot be restored.
  await installCommand('[ "$1" = restore ] && exit 1; [ "$1" = backup ] && : >"$2"; exit 0');
  await expect(backUp(1)).rejects.toMatchObject({ code: 1 });
  await expect(backUp(1)).rejects.toMatchObject({ code: 1 });
  expect(await copies()).toEqual(['gatehouse-2026-01-01T043000Z.db', 'unproven.db']);
});

it('the timer, the unit and the line for cron start that script in the same folder', () => {
  const unit = read('gatehouse-backup.service');
  const [, command = ''] = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(unit) ?? [];
  expect(command).toMatch(/^gatehouse-backup \/var\/backups\/gatehouse \d+$/);
  const guide = readFileSync(join(packaging, '../docs/operating.md'), 'utf8');
  const [, cron = ''] = /^```cron\n(.*)\n```$/m.exec(guide) ?? [];
  expect(cron).toMatch(
    new RegExp(`^30 4 \\* \\* \\* gatehouse GATEHOUSE_DATA=\\S+ PATH=\\S+ ${command}$`),
  );
  expect(unit).toContain(/GATEHOUSE_DATA=\S+/.exec(cron)?.[0]);
  expect(read('gatehouse-backup.timer')).toMatch(/^OnCalendar=\*-\*-\* 04:30:00$/m);
});
