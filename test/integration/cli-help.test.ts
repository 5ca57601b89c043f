import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src-server/cli/command-table.ts';
import {
  anyTerms,
  flagName,
  readGiven,
  withOperands,
  type Command,
} from '../../src-server/cli/definition/define-command.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';

const root = join(import.meta.dirname, '..', '..');
const commands = await allCommands();

/** Every command with its words, such as `event create`. */
async function allCommands(): Promise<readonly (readonly [string, Command])[]> {
  const found: (readonly [string, Command])[] = [];
  for (const entry of commandTable.flatMap(({ entries }) => entries)) {
    if (entry.kind === 'command') found.push([entry.name, await entry.load()]);
    if (entry.kind !== 'group') continue;
    for (const command of await entry.load()) {
      found.push([`${entry.name} ${command.name}`, command]);
    }
  }
  return found;
}

async function run(words: readonly string[], columns?: number, COLUMNS?: string) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: '/nowhere', COLUMNS },
    columns,
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function widest({ out }: { readonly out: string }): number {
  const [, ...lines] = out.split('\n');
  return Math.max(
    ...lines.filter((line) => !line.startsWith('  gatehouse ')).map((line) => line.length),
  );
}

/** Splits an example as a shell would. */
function shellWords(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

const helpOf = async (...words: string[]) => (await run([...words, '--help'], 200)).out;

describe('the help', () => {
  it('lists every command under what it is for', async () => {
    const { code, out } = await run(['--help'], 120);
    expect(code).toBe(0);
    const titles = ['Serving:', 'Events and sales:', 'Door:', 'Integrations:', 'Data:'];
    expect(out.match(/^\S.*:$/gm)).toEqual(['Options:', ...titles]);
    for (const { name, summary } of commandTable.flatMap(({ entries }) => entries)) {
      expect(out).toContain(`  ${name.padEnd(13)}  ${summary}`);
    }
  });

  it('of a command marks what is required and puts it first, and shows defaults and examples', async () => {
    const { out } = await run(['event', 'create', '--help']);
    expect(out).toMatch(/^Usage: gatehouse event create --organiser ORG --name NAME .*\[options\]/);
    const headings = out.match(/^\S+( \S+)?:$/gm);
    expect(headings).toEqual(['Required:', 'Options:', 'Every command:', 'Examples:']);
    const [required = '', others = ''] = out.split('\nOptions:');
    expect(required).toContain('--currency <CURRENCY>');
    expect(others.replaceAll(/\s+/g, ' ')).toMatch(/--status <STATUS>[^()]*\(default: published\)/);
  });

  it('tells the names that a list takes, and what money looks like', async () => {
    expect((await run(['client', 'create', '--help'])).out).toMatch(
      /^ +scanner:sync +Be a station/m,
    );
    expect((await run(['webhook', 'create', '--help'])).out).toMatch(
      /^ +ticket\.scanned +A ticket/m,
    );
    expect((await run(['add-on', 'create', '--help'])).out).toContain('7950 is 79.50');
  });

  it('says what may stand for a reference, and of which event only where that is open', async () => {
    expect(await helpOf('organiser', 'show')).toContain('replaced: ORG by its name.\n');
    expect(await helpOf('order', 'create')).toMatch(
      /TT by its name, ADN by its name, SES [^\n]*\)\.\n/,
    );
    expect(await helpOf('ticket', 'list')).toMatch(/TT by its name, [^\n]* write SLUG\/NAME\.\n/);
  });

  it('offers local times only where the command may know an event', async () => {
    for (const [name, { flags }] of commands) {
      const takesTimes = Object.values(flags).some(({ kind }) => kind === 'time');
      const { out } = await run([...name.split(' '), '--help'], 200);
      const isLocal = out.includes('TIME is local to the event');
      expect(isLocal, name).toBe(takesTimes && name !== 'audit list');
      expect(out.includes('TIME has Z or an offset'), name).toBe(name === 'audit list');
    }
  });

  it.each([
    [['help']],
    [['help', 'event']],
    [['help', 'event', 'create']],
    [['help', 'serve']],
    [['help', 'journal', 'import']],
  ])('"%s" is what --help prints', async (words) => {
    const { code, out } = await run(words);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: ${['gatehouse', ...words.slice(1)].join(' ')} `));
    expect(out).toBe((await run([...words.slice(1), '--help'])).out);
  });

  it.each(['--version', '-V', '-v'])('%s prints the version', async (flag) => {
    expect(await run([flag])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      err: '',
    });
  });

  it('is as wide as the terminal, or as COLUMNS asks', async () => {
    const words = ['serve', '--help'];
    const usual = widest(await run(words));
    expect(usual).toBeLessThanOrEqual(80);
    const wide = widest(await run(words, 140));
    expect(wide).toBeGreaterThan(80);
    expect(wide).toBeLessThanOrEqual(140);
    expect(widest(await run(words, 140, '100'))).toBeLessThanOrEqual(100);
    expect(widest(await run(words, undefined, 'x'))).toBe(usual);
  });

  it.each(commands)(
    'of "%s" has its flags and examples, and the examples are right',
    async (name, command) => {
      const { code, out, err } = await run([...name.split(' '), '--help']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const [key, { isHidden }] of Object.entries(command.flags)) {
        if (isHidden !== true) expect(out).toContain(`  ${flagName(key)}`);
      }
      expect(command.examples).not.toEqual([]);
      for (const example of command.examples) {
        expect(out).toContain(`  gatehouse ${example}`);
        const words = shellWords(example.replace(/ > .*/, '')).slice(name.split(' ').length);
        expect(example.startsWith(`${name} `) || example === name).toBe(true);
        expect(() =>
          readGiven(command, withOperands(command, wordsOf(command, words)), anyTerms),
        ).not.toThrow();
      }
    },
  );
});

/** Reads `--flag VALUE` and operands independently of the program. Throws for a flag that the command does not have. */
function wordsOf(command: Command, words: readonly string[]) {
  const operands: string[] = [];
  const options: Record<string, unknown> = {};
  const known = new Map(
    Object.entries({ ...command.flags }).map(([key, flag]) => [flagName(key), { key, flag }]),
  );
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--data' && !known.has(word)) rest.shift();
    else if (word === '--json') options['json'] = true;
    else if (word.startsWith('--')) {
      const found = known.get(word);
      if (found === undefined) throw new Error(`There is no ${word}.`);
      const isAlone = found.flag.isValueOptional && (rest[0] ?? '--').startsWith('--');
      options[found.key] = isAlone ? true : rest.shift();
    } else operands.push(word);
  }
  if (operands.length > command.operands.length) throw new Error(`Too much: ${words.join(' ')}.`);
  return { operands, options };
}

describe('what the program loads', () => {
  it('is nothing of the server for its own help, a version, or a command that does not exist', () => {
    const loaded = staticImports('src-server/cli/main.ts');
    expect(loaded.filter(isPackage)).toEqual(['commander']);
    expect(loaded.filter((name) => /src-server\/(?!cli\/)/.test(name))).toEqual([]);
    expect(loaded.filter(isCommand)).toEqual([]);
  });

  it.each(commandFiles())('for %s is nothing of another command', (name) => {
    const others = staticImports(name).filter(isCommand).map(fileName);
    expect(others).toEqual([...(partsOf[name] ?? []), name].sort());
  });

  it.each(commandFiles())('for %s is no engine and no heavy library before it runs', (name) => {
    const loaded = staticImports(name).filter(isPackage);
    expect(loaded.filter((one) => !light.includes(one))).toEqual([]);
  });
});

/** Commands that have a file of their own within a group. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  'src-server/cli/commands/order.ts': ['src-server/cli/commands/order-mail.ts'],
  'src-server/cli/commands/station.ts': ['src-server/cli/commands/station-enrol.ts'],
};

/** What the operations of most groups need. */
const light = ['commander', 'ipaddr.js', 'jose', 'kysely', 'typebox', 'typebox/compile'];

/** The modules that the command table names. */
function commandFiles(): readonly string[] {
  const table = 'src-server/cli/command-table.ts';
  const source = readFileSync(join(root, table), 'utf8');
  return [...source.matchAll(/import\('(\.[^']+)'\)/g)]
    .map(([, name = '']) => join(dirname(table), name))
    .sort();
}

function isPackage(name: string): boolean {
  return !name.startsWith('/') && !name.startsWith('node:');
}

function isCommand(name: string): boolean {
  return name.startsWith(join(root, 'src-server/cli/commands/')) && !name.endsWith('-scripts.ts');
}

function fileName(path: string): string {
  return path.slice(root.length + 1);
}

/** Everything that a module imports without being asked. */
function staticImports(entry: string): readonly string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!existsSync(file) || !file.endsWith('.ts')) return;
    const source = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
    for (const [, name = ''] of source.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)) {
      visit(name.startsWith('.') ? resolve(dirname(file), name) : name);
    }
  };
  visit(join(root, entry));
  return [...seen].sort();
}
