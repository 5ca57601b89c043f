import type { Database, WriteOptions } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import {
  commonFlags,
  readGiven,
  type Command,
  type CommandDefinition,
  type Flags,
  type Given,
  type GivenWords,
} from './define-command.ts';
import type { Terminal } from './terminal.ts';

export interface OperationDefinition<F extends Flags> extends CommandDefinition<F> {
  /** Whether it may create the data directory. */
  readonly createsData?: boolean;
  /** For work that locks the rows that it decides by; serializable when not given. */
  readonly isolation?: WriteOptions['isolation'];
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

/** Defines a command that does one thing in one transaction and prints the resulting resource. `load` imports what it does. */
export function defineOperation<F extends Flags>(
  operation: OperationDefinition<F>,
  load: () => Promise<(tx: WriteTransaction, given: Given<F>) => Promise<object>>,
): Command {
  return {
    ...operation,
    common: commonFlags,
    run: async (words, terminal) => {
      checkWords(operation, words);
      const { runOperation } = await import('./run-on-database.ts');
      await runOperation(operation, await load(), { words, terminal });
    },
  };
}

/** Defines a command that works with the database and prints the result. `load` imports what it does. */
export function defineDatabaseCommand<F extends Flags, Result extends object>(
  operation: OperationDefinition<F>,
  load: () => Promise<DatabaseWork<F, Result>>,
): Command {
  return {
    ...operation,
    common: commonFlags,
    run: async (words, terminal) => {
      checkWords(operation, words);
      const { runOnDatabase } = await import('./run-on-database.ts');
      await runOnDatabase(operation, await load(), { words, terminal });
    },
  };
}

/** Reads every word before anything is opened. What a local time means, only the database can tell. */
function checkWords<F extends Flags>(operation: OperationDefinition<F>, words: GivenWords): void {
  const given = readGiven(operation, words, (local) => local);
  operation.check?.(given);
}
