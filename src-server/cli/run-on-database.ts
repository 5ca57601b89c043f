import type { WriteTransaction } from '../database/transaction.ts';
import { writeFenced } from '../webhooks/deletion-fence.ts';
import { readGiven, type Flags, type Given, type GivenWords } from './define-command.ts';
import type { DatabaseWork, OperationDefinition } from './define-operation.ts';
import { openOrganiserData, organiserData } from './open-organiser-data.ts';
import { renderText } from './render-text.ts';
import type { Terminal } from './terminal.ts';
import { withEventReferences } from './event-words.ts';
import { localTimesOf } from './local-times.ts';

interface Call {
  readonly words: GivenWords;
  readonly terminal: Terminal;
}

/** Does the work in one transaction and prints the resulting resource. */
export function runOperation<F extends Flags>(
  operation: OperationDefinition<F>,
  work: (tx: WriteTransaction, given: Given<F>) => Promise<object>,
  call: Call,
): Promise<void> {
  const isolation = operation.isolation ?? 'serializable';
  return runOnDatabase(
    operation,
    {
      work: (database, given) => writeFenced(database, (tx) => work(tx, given), { isolation }),
    },
    call,
  );
}

/** Does the work with the database open, and prints the result. */
export async function runOnDatabase<F extends Flags, Result extends object>(
  operation: OperationDefinition<F>,
  { work, render }: DatabaseWork<F, Result>,
  { words, terminal }: Call,
): Promise<void> {
  const { common } = readGiven(operation, words, (local) => local);
  await using database = await openOrganiserData(organiserData(common, terminal), {
    creates: operation.createsData ?? false,
  });
  const named = await withEventReferences(database, operation, words);
  const given = readGiven(operation, named, await localTimesOf(database, operation, named));
  const result = await work(database, given, terminal);
  if (result === null) return;
  const text = render === undefined ? renderText(result) : render(result);
  terminal.out(given.common.json ? JSON.stringify(result) : text);
}
