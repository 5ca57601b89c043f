import { commandTable } from '../command-table.ts';
import { completionOf, renderCompletion, shells, type Completion } from '../completion-scripts.ts';
import type { Command, GivenOperands } from '../define-command.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export async function printCompletion(
  { operands: [given = ''] }: GivenOperands,
  terminal: Terminal,
): Promise<void> {
  const shell = shells.find((known) => known === given);
  if (shell === undefined) {
    throw new UsageError(`SHELL: expected one of ${shells.join(', ')}; got "${given}".`);
  }
  terminal.out(renderCompletion(shell, await readCompletions()));
  await terminal.flushed();
}

async function readCompletions(): Promise<readonly Completion[]> {
  const entries = commandTable.flatMap((section) => section.entries);
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
