import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { writeFenced } from '../webhooks/deletion-fence.ts';
import { defineCommand, type CommandDefinition, type Flags, type Given } from './define-command.ts';
import { openOrganiserData, organiserData } from './open-organiser-data.ts';
import { renderText } from './render-text.ts';
import type { Terminal } from './terminal.ts';

export interface Operation<
  F extends Flags,
  Result extends object = object,
> extends CommandDefinition<F> {
  /** Whether it may be the first thing that happens in a data directory. */
  readonly createsData?: boolean;
  /** How people see the result; fields line by line when not given. */
  readonly render?: (result: Result) => string;
}

/** Adds a command that does one thing in one transaction and prints the resulting resource. */
export function defineOperation<F extends Flags>(
  parent: Command,
  terminal: Terminal,
  operation: Operation<F>,
  work: (tx: WriteTransaction, given: Given<F>) => Promise<object>,
): void {
  defineDatabaseCommand(parent, terminal, operation, (database, given) =>
    writeFenced(database, (tx) => work(tx, given)),
  );
}

/** Adds a command that prints what its work with the database gives. */
export function defineDatabaseCommand<F extends Flags, Result extends object>(
  parent: Command,
  terminal: Terminal,
  operation: Operation<F, Result>,
  work: (database: Database, given: Given<F>) => Promise<Result>,
): void {
  defineCommand(parent, operation, async (given) => {
    await using database = await openOrganiserData(organiserData(given.common, terminal), {
      creates: operation.createsData ?? false,
    });
    const result = await work(database, given);
    const render = operation.render ?? renderText;
    terminal.out(given.common.json ? JSON.stringify(result) : render(result));
  });
}
