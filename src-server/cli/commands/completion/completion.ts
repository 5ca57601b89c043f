import {
  defineCommand,
  type Command,
  type GivenOperands,
} from '../../definition/define-command.ts';
import type { TableEntry } from '../../definition/table-entry.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { UsageError } from '../../flags/usage-error.ts';
import { completionOf, renderCompletion, shells, type Completion } from './completion-scripts.ts';

/** It completes every command of the table that it is itself in. */
export function completionCommand(table: readonly TableEntry[]): Command {
  return defineCommand(
    {
      name: 'completion',
      summary: 'Print the completion of commands and flags for a shell: bash, zsh or fish',
      operands: ['SHELL'],
      flags: {},
      common: {},
      examples: ['completion bash', 'completion zsh', 'completion fish'],
      notes: [
        `To use it, add to ~/.bashrc: source <(gatehouse completion bash)
to ~/.zshrc, after compinit: source <(gatehouse completion zsh)
to ~/.config/fish/config.fish: gatehouse completion fish | source`,
      ],
    },
    (given, terminal) => printCompletion(table, given, terminal),
  );
}

async function printCompletion(
  table: readonly TableEntry[],
  { operands: [given = ''] }: GivenOperands,
  terminal: Terminal,
): Promise<void> {
  const shell = shells.find((known) => known === given);
  if (shell === undefined) {
    throw new UsageError(`SHELL: expected one of ${shells.join(', ')}; got "${given}".`);
  }
  terminal.out(renderCompletion(shell, await readCompletions(table)));
  await terminal.flushed();
}

async function readCompletions(entries: readonly TableEntry[]): Promise<readonly Completion[]> {
  const commands = [
    ...entries.map(({ name, summary }) => [name, summary] as const),
    ['help', 'Explain a command'] as const,
  ];
  const completions: Completion[] = [{ path: '', commands, flags: [], takesFile: false }];
  for (const entry of entries) {
    if (entry.kind === 'command') {
      completions.push(complete(entry.name, await entry.load()));
      continue;
    }
    const group = await entry.load();
    completions.push({
      path: entry.name,
      commands: group.map(({ name, summary }) => [name, summary]),
      flags: [],
      takesFile: false,
    });
    for (const command of group) {
      completions.push(complete(`${entry.name} ${command.name}`, command));
    }
  }
  return completions;
}

function complete(path: string, command: Command): Completion {
  const { operands, flags, common } = command;
  return completionOf(path, { operands, flags: { ...flags, ...common } });
}
