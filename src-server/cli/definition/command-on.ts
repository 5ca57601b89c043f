import { commandName, shellWord } from '../../../shared/contract/command-name.ts';
import type { Terminal } from './terminal.ts';

/** Writes a command that a person can paste from its words, on the same data as the one that prints it. */
export type CommandOn = (words: string) => string;

/** `data`: the folder, if a flag names it. A database is named in the environment, for its password. */
export function commandOn(
  { environment }: Pick<Terminal, 'environment'>,
  data: string | undefined,
): CommandOn {
  const end = data === undefined ? '' : ` --data ${shellWord(data)}`;
  return (words) => `${commandName(environment)} ${words}${end}`;
}
