import { Command as Program, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { commandTable } from './command-table.ts';
import { flagName, tidyWords, type Command } from './definition/define-command.ts';
import { namedBy } from './definition/named-by.ts';
import type { FlagDefinition } from './flags/flags.ts';
import { printable } from './render/printable.ts';
import type { TableEntry } from './definition/table-entry.ts';
import type { Terminal } from './definition/terminal.ts';

const DEFAULT_COLUMNS = 80;
const LEAST_COLUMNS = 40;

const localTimes =
  'TIME is local to the event, such as "2026-12-12 19:00", or exact with Z or an offset, such as 2026-12-12T19:00:00+01:00.';
const exactTimes = 'TIME has Z or an offset, such as 2026-12-12T19:00:00+01:00.';

/**
 * The program with every entry of the table. Only the command or group that `words` name is loaded; the others are names with a
 * summary, for the help and for suggestions.
 */
export async function createProgram(
  words: readonly string[],
  terminal: Terminal,
): Promise<Program> {
  const program = configure(new Program('gatehouse'), terminal)
    .description("Gatehouse's companion server, and an organiser's work with it")
    .usage('COMMAND [options]')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false);
  for (const { title, entries } of commandTable) {
    for (const entry of entries) {
      const added = await addEntry(program, entry, entry.name === words[0] ? terminal : null);
      added.helpGroup(`${title}:`);
    }
  }
  program.addHelpText(
    'after',
    '\n"gatehouse COMMAND --help" and "gatehouse help COMMAND" explain a command. In the project: npm run -s gatehouse -- COMMAND',
  );
  return program;
}

/** `terminal` is null for an entry that is only listed. */
async function addEntry(
  program: Program,
  entry: TableEntry,
  terminal: Terminal | null,
): Promise<Program> {
  if (terminal === null) {
    return program.command(entry.name).description(entry.summary);
  }
  if (entry.kind === 'command') return addCommand(program, await entry.load(), terminal);
  const commands = await entry.load();
  const added = program
    .command(entry.name)
    .description(entry.summary)
    .usage('COMMAND [options]')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false);
  for (const command of commands) addCommand(added, command, terminal);
  return added;
}

function addCommand(parent: Program, definition: Command, terminal: Terminal): Program {
  const { name, summary, operands, flags, common, examples, notes = [] } = definition;
  const command = parent.command(name).description(summary).helpOption(false);
  // All of them count as optional here, so that everything that is missing is named in one message.
  for (const operand of operands) command.argument(`[${operand}]`);
  const all = Object.entries<FlagDefinition<unknown>>(flags);
  const isRequired = ([, flag]: (typeof all)[number]) => flag.isRequired;
  const required = all.filter(isRequired);
  const others = all.filter((flag) => !isRequired(flag));
  for (const [key, flag] of required) command.addOption(optionOf(key, flag, 'Required:'));
  for (const [key, flag] of others) command.addOption(optionOf(key, flag, 'Options:'));
  for (const [key, flag] of Object.entries<FlagDefinition<unknown>>(common)) {
    command.addOption(optionOf(key, flag, 'Every command:'));
  }
  command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Every command:'));
  command.usage([...operands, ...required.map(usageOf), '[options]'].join(' '));
  const placeholders = [...operands, ...all.map(([, { placeholder }]) => placeholder)];
  const isOfEvent = placeholders.some((one) => one === 'EVT' || one === 'TZ' || isOfEvents(one));
  const timeForms = isOfEvent ? localTimes : exactTimes;
  const times = all.some(([, { kind }]) => kind === 'time') ? [timeForms] : [];
  const namesEvent = operands.includes('EVT') || required.some(([, { kind }]) => kind === 'event');
  const names = nameForms(placeholders, namesEvent);
  const shown = ['Examples:', ...examples.map((example) => `  gatehouse ${example}`)].join('\n');
  command.addHelpText('after', ['', ...times, ...names, ...notes, shown].join('\n\n').slice(1));
  command.action(() =>
    definition.run(
      tidyWords(definition, { operands: command.args, options: command.opts() }),
      terminal,
    ),
  );
  return command;
}

/** Whether events have what the placeholder stands for. */
function isOfEvents(placeholder: string): boolean {
  return placeholder in namedBy && placeholder !== 'ORG';
}

/** Says what may be written in place of references; empty where a command takes none of those. `namesEvent`: it says of which event. */
function nameForms(placeholders: readonly string[], namesEvent: boolean): readonly string[] {
  const said = Object.entries(namedBy).filter(([placeholder]) =>
    placeholders.includes(placeholder),
  );
  if (said.length === 0) return [];
  const what = said.map(([placeholder, by]) => `${placeholder.replace(':QTY', '')} by ${by}`);
  const isShared = !namesEvent && placeholders.some(isOfEvents);
  return [
    `A reference can be replaced: ${what.join(', ')}.${isShared ? ' Where several events have it, write SLUG/NAME.' : ''}`,
  ];
}

function usageOf([name, { placeholder }]: [string, FlagDefinition<unknown>]): string {
  return `${flagName(name)} ${placeholder}`;
}

function optionOf(name: string, flag: FlagDefinition<unknown>, heading: string): Option {
  const value = flag.isValueOptional ? `[${flag.placeholder}]` : `<${flag.placeholder}>`;
  const flags = flag.placeholder === '' ? flagName(name) : `${flagName(name)} ${value}`;
  return new Option(flags, flag.description).hideHelp(flag.isHidden ?? false).helpGroup(heading);
}

function configure(program: Program, terminal: Terminal): Program {
  return program
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(printable(toSentence(text))),
      getOutHelpWidth: () => widthOf(terminal),
      getErrHelpWidth: () => widthOf(terminal),
    });
}

/** `COLUMNS` wins, because it is set on purpose where it reaches a program at all. */
function widthOf({ environment, columns }: Terminal): number {
  const requested = Number(environment['COLUMNS'] ?? '');
  const width =
    Number.isInteger(requested) && requested > 0 ? requested : (columns ?? DEFAULT_COLUMNS);
  return Math.max(width, LEAST_COLUMNS);
}

/** Turns commander's `error: unknown option '--x'` and the suggestion below it into sentences. */
function toSentence(text: string): string {
  const [error = '', ...more] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const suggestion = more
    .join(' ')
    .replace(/^\(Did you mean one of (.*)\?\)$/, ' Did you mean one of $1?')
    .replace(/^\(Did you mean (.*)\?\)$/, " Did you mean '$1'?");
  const end = /[.?]$/.test(error) ? '' : '.';
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}${end}${suggestion}`;
}
