import type { Database } from '../../database/database.ts';
import type { Flags } from '../flags/flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { renderText } from '../render/render-text.ts';
import {
  anyTerms,
  commonFlags,
  readGiven,
  withOperands,
  type Command,
  type CommandDefinition,
  type Given,
  type GivenWords,
} from './define-command.ts';
import { listEventSlugs } from './named.ts';
import { termsOf } from './terms.ts';
import { commandOn, type CommandOn } from '../render/command-on.ts';
import { openOrganiserData, organiserData } from './open-organiser-data.ts';
import { withReferences } from './reference-words.ts';
import { zoneOfResult, zoneOfWords } from './zones.ts';
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
  /** What of the result is for programs; by default all of it. */
  readonly json?: (result: Result) => object;
  /** Formats the result for people, with times by the clocks of the zone; by default one line per field. `command`: see `commandOn`. */
  readonly render?: (result: Result, timezone: string, command: CommandOn) => string;
}

/** Defines a command that works with the database open, and prints the result. */
export function defineDatabaseCommand<F extends Flags, Result extends object>(
  definition: DatabaseCommandDefinition<F>,
  work: DatabaseWork<F, Result>,
): Command {
  return {
    ...definition,
    common: commonFlags,
    run: async (written, terminal) => {
      const words = withOperands(definition, written);
      // Reads every word before anything is opened. What a local time means, only the database can tell.
      const given = await readWords(definition, words, terminal);
      definition.check?.(given);
      await runOnDatabase(definition, work, { words, terminal, common: given.common });
    },
  };
}

/** Whoever leaves the event out is told which there are. */
async function readWords<F extends Flags>(
  definition: CommandDefinition<F>,
  words: GivenWords,
  terminal: Terminal,
): Promise<Given<F>> {
  try {
    return readGiven(definition, words, anyTerms);
  } catch (error) {
    if (!(error instanceof UsageError) || !lacksEvent(definition, words)) throw error;
    const known = await knownEvents(words, terminal);
    throw known === null ? error : new UsageError(`${error.message} ${known}`);
  }
}

function lacksEvent({ operands, flags }: CommandDefinition<Flags>, words: GivenWords): boolean {
  return (
    operands.slice(words.operands.length).includes('EVT') ||
    Object.entries(flags).some(
      ([name, { kind, isRequired }]) =>
        kind === 'event' && isRequired && words.options[name] === undefined,
    )
  );
}

const textOf = (word: unknown) => (typeof word === 'string' ? word : undefined);

/** Null where no database can be read: what is missing is said all the same. */
async function knownEvents({ options }: GivenWords, terminal: Terminal): Promise<string | null> {
  const given = { data: textOf(options['data']), database: textOf(options['database']) };
  try {
    await using database = await openOrganiserData(organiserData(given, terminal), {
      creates: false,
    });
    return `Events: ${await database.read((tx) => listEventSlugs(tx, null))}.`;
  } catch {
    return null;
  }
}

interface Call {
  readonly words: GivenWords;
  readonly terminal: Terminal;
  readonly common: Given<Flags>['common'];
}

async function runOnDatabase<F extends Flags, Result extends object>(
  definition: DatabaseCommandDefinition<F>,
  { work, json, render }: DatabaseWork<F, Result>,
  { words, terminal, common }: Call,
): Promise<void> {
  await using database = await openOrganiserData(organiserData(common, terminal), {
    creates: definition.createsData ?? false,
  });
  const named = await withReferences(database, definition, words);
  const given = readGiven(definition, named, await termsOf(database, definition, named));
  const zone = common.json ? null : await zoneOfWords(database, definition, named);
  const result = await work(database, given, terminal);
  if (result === null) return;
  if (common.json) return terminal.out(JSON.stringify(json?.(result) ?? result));
  const timezone = (await zoneOfResult(database, result)) ?? zone ?? 'UTC';
  const command = commandOn(terminal, common.data);
  terminal.out(
    render === undefined ? renderText(result, timezone) : render(result, timezone, command),
  );
}
