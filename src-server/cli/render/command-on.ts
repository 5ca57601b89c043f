import { commandName, shellWord } from '../../../shared/contract/command-name.ts';

/** Writes a command that a person can paste from its words, on the same data as the one that prints it; `elsewhere`, such as at a door, on its own. */
export type CommandOn = (words: string, where?: 'here' | 'elsewhere') => string;

/** `data`: the folder, if a flag names it. A database is named in the environment, for its password. */
export function commandOn(
  { environment }: { readonly environment: Parameters<typeof commandName>[0] },
  data: string | undefined,
): CommandOn {
  const end = data === undefined ? '' : ` --data ${shellWord(data)}`;
  return (words, where = 'here') =>
    `${commandName(environment)} ${words}${where === 'here' ? end : ''}`;
}
