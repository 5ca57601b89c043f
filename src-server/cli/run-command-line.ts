import { CommanderError, type Command as Program } from 'commander';
import { printable } from './render/printable.ts';
import { commandOn } from './render/command-on.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './definition/terminal.ts';
import { UsageError } from './flags/usage-error.ts';

/** 0: done; 1: refused or failed, with one sentence on stderr; 2: usage error. */
export type ExitCode = 0 | 1 | 2;

/** Runs one `gatehouse` command. `words` are the arguments after the program's name. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const canonical = withoutAliases(words);
  try {
    const program = await createProgram(canonical, terminal);
    await program.parseAsync([...withoutVainHelp(program, canonical)], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      terminal.err(printable(error.message));
      return 2;
    }
    const { explainError } = await import('./explain-error.ts');
    terminal.err(explainError(error, commandOn(terminal, dataOf(canonical))));
    return 1;
  }
}

/** The folder that a flag names, if one does. */
function dataOf(words: readonly string[]): string | undefined {
  const joined = words.find((word) => word.startsWith('--data='))?.slice('--data='.length);
  const at = words.indexOf('--data');
  return joined ?? (at === -1 ? undefined : words[at + 1]);
}

/** `help X` is `X --help`, and `-v` is `--version`. */
function withoutAliases(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (first === 'help') return [...rest, '--help'];
  return first === '-v' ? ['--version', ...rest] : words;
}

/** The help of a command that does not exist is an error like the command itself. */
function withoutVainHelp(program: Program, words: readonly string[]): readonly string[] {
  return namesCommand(program, words)
    ? words
    : words.filter((word) => word !== '--help' && word !== '-h');
}

function namesCommand({ commands }: Program, [name = '-', ...rest]: readonly string[]): boolean {
  if (commands.length === 0 || name.startsWith('-')) return true;
  const named = commands.find((command) => command.name() === name);
  return named !== undefined && namesCommand(named, rest);
}
