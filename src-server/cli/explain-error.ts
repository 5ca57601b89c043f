import { UnseenError } from '../../src-files/look-for.ts';
import type { ImportProblemGroup } from '../../shared/console/import-problems.ts';
import { problemSentences } from '../../shared/console/problems.ts';
import { DatabaseError, isDiskFull } from '../database/database-error.ts';
import { DomainError } from '../rules/domain-error.ts';
import { ImportError } from '../imports/file/import-error.ts';
import { problemSentence } from '../imports/problem-sentences.ts';
import { CliError } from './definition/cli-error.ts';
import type { CommandOn } from './render/command-on.ts';
import { printable } from './render/printable.ts';

/** What went wrong, for people. Nothing in it controls a terminal. `command`: see `commandOn`. */
export function explainError(error: unknown, command: CommandOn): string {
  return error instanceof ImportError ? listProblems(error, command) : printable(sentenceOf(error));
}

const MAX_PROBLEMS = 20;

/** A line for all lines of the file that are wrong in the same way. */
function listProblems({ problems, event }: ImportError, command: CommandOn): string {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => `${namedLines(problem)}: ${printable(problemSentence(problem))}`);
  const more = problems.length - shown.length;
  const isTypeMissing = problems.some(({ kind }) => kind === 'type_unknown');
  return [
    ...shown,
    ...(more > 0 ? [`And ${more} more.`] : []),
    'Nothing was imported.',
    ...(isTypeMissing
      ? [
          `To make a ticket type: ${command(`ticket-type create --event ${event} --name NAME --price 0`)}`,
        ]
      : []),
  ].join('\n');
}

function namedLines({ lines, count }: ImportProblemGroup): string {
  const more = count - lines.length;
  const said = more > 0 ? [...lines, `${more} more`] : lines;
  const [last, ...before] = said.toReversed();
  return before.length === 0
    ? `Line ${last}`
    : `Lines ${before.toReversed().join(', ')} and ${last}`;
}

const noAddressHere: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

function sentenceOf(error: unknown): string {
  const isOurs =
    error instanceof DomainError ||
    error instanceof DatabaseError ||
    error instanceof CliError ||
    error instanceof UnseenError;
  if (isOurs) return error.message;
  if (!(error instanceof Error)) return 'Something went wrong.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null && noAddressHere.has(code))
    return 'This machine has no such address to listen on.';
  if ('syscall' in error && error.syscall === 'mkdir' && 'path' in error) {
    return `The folder ${String(error.path)} cannot be made (${code}); name another one with --data.`;
  }
  if (isDiskFull(error)) return problemSentences.no_space({});
  if ((code === 'EACCES' || code === 'EPERM') && 'path' in error)
    return `This user may not use ${String(error.path)}. Run the command as the user whom it belongs to.`;
  if (code === 'EACCES' || code === 'EPERM') return `Permission denied: ${error.message}.`;
  return `Something went wrong: ${error.message}.`;
}
