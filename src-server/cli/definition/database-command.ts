import type { Database } from '../../database/database.ts';
import type { Flags } from '../flags/flags.ts';
import { renderText } from '../render/render-text.ts';
import {
  commonFlags,
  readGiven,
  type Command,
  type CommandDefinition,
  type Given,
  type GivenWords,
} from './define-command.ts';
import { withEventReferences } from './event-words.ts';
import { localTimesOf } from './local-times.ts';
import { openOrganiserData, organiserData } from './open-organiser-data.ts';
import type { Terminal } from './terminal.ts';

export interface DatabaseCommandDefinition<F extends Flags> extends CommandDefinition<F> {
  /** Whether it may create the data directory. */
  readonly createsData?: boolean;
  /** Throws a `UsageError` for flags that do not go together, before anything is opened. */
  readonly check?: (given: Given<F>) => void;
}

export interface DatabaseWork<F extends Flags, Result extends object> {
  /** Returns what is to be printed; null if it has printed its output itself. */
  readonly work: (
    database: Database,
    given: Given<F>,
    terminal: Terminal,
  ) => Promise<Result | null>;
  /** Formats the result for people; by default one line per field. */
  readonly render?: (result: Result) => string;
}

/** Defines a command that works with the database open, and prints the result. */
export function defineDatabaseCommand<F extends Flags, Result extends object>(
  definition: DatabaseCommandDefinition<F>,
  work: DatabaseWork<F, Result>,
): Command {
  return {
    ...definition,
    common: commonFlags,
    run: async (words, terminal) => {
      // Reads every word before anything is opened. What a local time means, only the database can tell.
      const given = readGiven(definition, words, (local) => local);
      definition.check?.(given);
      await runOnDatabase(definition, work, { words, terminal, common: given.common });
    },
  };
}

interface Call {
  readonly words: GivenWords;
  readonly terminal: Terminal;
  readonly common: Given<Flags>['common'];
}

async function runOnDatabase<F extends Flags, Result extends object>(
  definition: DatabaseCommandDefinition<F>,
  { work, render }: DatabaseWork<F, Result>,
  { words, terminal, common }: Call,
): Promise<void> {
  await using database = await openOrganiserData(organiserData(common, terminal), {
    creates: definition.createsData ?? false,
  });
  const named = await withEventReferences(database, definition, words);
  const given = readGiven(definition, named, await localTimesOf(database, definition, named));
  const result = await work(database, given, terminal);
  if (result === null) return;
  const text = render === undefined ? renderText(result) : render(result);
  terminal.out(common.json ? JSON.stringify(result) : text);
}
