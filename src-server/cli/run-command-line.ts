import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { UnseenError } from '../../src-files/look-for.ts';
import { DatabaseError } from '../database/database-error.ts';
import { DomainError } from '../services/domain-error.ts';
import { ImportError } from '../services/orders/import-orders.ts';
import { addAddOnCommands } from './commands/add-on.ts';
import { addBackupCommand } from './commands/backup.ts';
import { addClientCommands } from './commands/client.ts';
import {
  addLocationCommands,
  addQuestionCommands,
  addSessionCommands,
} from './commands/event-parts.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addEventCommands } from './commands/event.ts';
import { addExportCommands } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addJournalCommands } from './commands/journal.ts';
import { addOrderCommands } from './commands/order.ts';
import { addOrganiserCommands } from './commands/organiser.ts';
import { addCodeKeyCommands } from './commands/code-key.ts';
import { addContactCommands, addDisputeCommands, addWaitlistCommands } from './commands/people.ts';
import { addServeCommand } from './commands/serve.ts';
import { addStationCommands } from './commands/station.ts';
import { addTicketTypeCommands } from './commands/ticket-type.ts';
import { addAnswerCommands, addTicketCommands } from './commands/ticket.ts';
import { addWebhookCommands } from './commands/webhook.ts';
import { CommandError } from './command-error.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const commands = [
  addServeCommand,
  addOrganiserCommands,
  addClientCommands,
  addStationCommands,
  addEventCommands,
  addTicketTypeCommands,
  addAddOnCommands,
  addSessionCommands,
  addLocationCommands,
  addQuestionCommands,
  addOrderCommands,
  addTicketCommands,
  addCodeKeyCommands,
  addAnswerCommands,
  addContactCommands,
  addWaitlistCommands,
  addDisputeCommands,
  addWebhookCommands,
  addImportCommand,
  addExportCommands,
  addJournalCommands,
  addBackupCommand,
  addDatabaseCommands,
];

/** 0: done; 1: refused or failed, with one sentence on stderr; 2: the command was written wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Runs one `gatehouse` command. `words` is what was written after the program's name. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    await createProgram(terminal).parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, terminal);
  }
}

/** Run by programs of their own, which `bin/gatehouse.js` picks. */
const stationCommands = `
Commands of a station:
  start             Open the door screen; see "gatehouse start --help"
  journal           Verify or export the journal of a door (import is the server's); see "gatehouse journal --help"`;

function createProgram(terminal: Terminal): Command {
  const program = new Command('gatehouse')
    .description("Gatehouse's companion server, and an organiser's work with it")
    .version(manifest.version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(asSentence(text)),
    });
  for (const add of commands) add(program, terminal);
  program.addHelpText('after', stationCommands);
  return program;
}

/** `error: unknown option '--x'` and its hint below, as one sentence. */
function asSentence(text: string): string {
  const words = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?)]$/.test(words) ? '' : '.'}`;
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  // Commander has said what is wrong already, or shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    terminal.err(printable(error.message));
    return 2;
  }
  terminal.err(error instanceof ImportError ? listProblems(error) : printable(sentenceOf(error)));
  return 1;
}

const MAX_PROBLEMS = 20;

/** A line for each line of the file that is at fault. */
function listProblems({ problems }: ImportError): string {
  const ordered = problems.toSorted((one, other) => one.line - other.line);
  const shown = ordered
    .slice(0, MAX_PROBLEMS)
    .map(({ line, message }) => `Line ${line}: ${printable(message)}`);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : []), 'Nothing was imported.'].join('\n');
}

const noAddressHere: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

function sentenceOf(error: unknown): string {
  const isOurs =
    error instanceof DomainError ||
    error instanceof DatabaseError ||
    error instanceof CommandError ||
    error instanceof UnseenError;
  if (isOurs) return error.message;
  if (!(error instanceof Error)) return 'Something went wrong.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null && noAddressHere.has(code))
    return 'This machine has no such address to listen on.';
  if ('syscall' in error && error.syscall === 'mkdir' && 'path' in error) {
    return `The folder ${String(error.path)} cannot be made (${code}); name another one with --data.`;
  }
  if (code === 'EACCES' || code === 'EPERM') return `Permission denied: ${error.message}.`;
  return `Something went wrong: ${error.message}.`;
}
