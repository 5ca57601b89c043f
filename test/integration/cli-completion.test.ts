import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { usage } from '../../src-main/startup/config.ts';
import { journalUsage } from '../../src-main/journal-cli/journal-request.ts';
import { commandTable } from '../../src-server/cli/command-table.ts';
import { flagName, type Command } from '../../src-server/cli/definition/define-command.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { missingTool, withReason } from '../support/has-tool.ts';

async function completion(shell: string) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(['completion', shell], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    environment: {},
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** What bash offers after these words; the last one is being typed. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const { out: script } = await completion('bash');
  const list = ['gatehouse', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${script}
COMP_WORDS=(${list}); COMP_CWORD=${words.length}
complete -p gatehouse >&2
_gatehouse
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '--noprofile', '-c', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: import.meta.dirname,
  });
  return out.split('\n').filter((word) => word !== '');
}

const noBash = missingTool('bash');

describe.skipIf(noBash !== null)(withReason('in bash', noBash), () => {
  it.each([
    [['ev'], ['event']],
    [['event', 'ar'], ['archive']],
    [['help', ''], []],
    [
      ['event', 'create', '--st'],
      ['--starts-at', '--status'],
    ],
    [
      ['event', 'create', '--status', ''],
      ['draft', 'published'],
    ],
    [['order', 'create', '--event', 'gala', '--status', 'c'], ['confirmed']],
    [['event', 'create', '--name', ''], []],
    [['serve', '--log-level', 'si'], ['silent']],
    [['start', '--ho'], ['--host']],
    [['start', '--da'], ['--data']],
    [
      ['copy', '--'],
      ['--from', '--to', '--json', '--help'],
    ],
    [['completion', '--'], ['--help']],
    [['journal', 'export', '--da'], ['--data']],
    [
      ['journal', 'import', '--da'],
      ['--data', '--database'],
    ],
    [
      ['journal', ''],
      ['verify', 'export', 'import', '--help'],
    ],
    [['import', 'cli-comp'], ['cli-completion.test.ts']],
    [['nonsense', ''], []],
  ])('%j offers %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it('offers every command and every flag', async () => {
    const entries = commandTable.flatMap((section) => section.entries);
    expect(await offered('')).toEqual([...entries.map(({ name }) => name), 'help', '--help']);
    const event = await offered('event', 'update', 'gala', '--');
    expect(event).toEqual(expect.arrayContaining(['--timezone', '--data', '--json', '--help']));
  });
});

describe('in zsh and fish', () => {
  it.each([
    ['zsh', "'event create --status') compadd -- draft published; return ;;"],
    ['fish', `complete -c gatehouse -n '__gatehouse_in "event create"' -l status -d`],
  ])('%s has every command, and its quotes are closed', async (shell, line) => {
    const { code, out } = await completion(shell);
    expect(code).toBe(0);
    expect(out).toContain(line);
    for (const { name } of commandTable.flatMap((section) => section.entries)) {
      expect(out).toMatch(new RegExp(`['" ]${name}['" :]`));
    }
    for (const row of out.split('\n')) {
      const quotes = row.replaceAll(String.raw`'\''`, '').match(/'/g) ?? [];
      expect(row.startsWith('#') || quotes.length % 2 === 0, row).toBe(true);
    }
  });
});

it('another shell is wrong usage', async () => {
  expect(await completion('tcsh')).toEqual({
    code: 2,
    out: '',
    err: 'SHELL: expected one of bash, zsh, fish; got "tcsh".',
  });
});

it('what is said of other programs is what they say of themselves', async () => {
  const entries = commandTable.flatMap((section) => section.entries);
  const start = entries.find(({ name }) => name === 'start');
  const journal = entries.find(({ name }) => name === 'journal');
  if (start?.kind !== 'command' || journal?.kind !== 'group') throw new Error('expected both');
  expect(flagsOf([await start.load()])).toEqual(flagsIn(usage));
  const commands = await journal.load();
  const own = commands.filter(({ name }) => name !== 'import');
  expect(flagsOf(own)).toEqual(flagsIn(journalUsage));
});

function flagsOf(commands: readonly Command[]): readonly string[] {
  const flags = commands.flatMap(({ flags: own, common }) => Object.keys({ ...own, ...common }));
  return [...new Set([...flags.map(flagName), '--help'])].sort();
}

/** The flags that begin a line of a usage text. */
function flagsIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(?:-h, )?(--[a-z][a-z-]*)/gm)].map(([, flag = '']) => flag).sort();
}
