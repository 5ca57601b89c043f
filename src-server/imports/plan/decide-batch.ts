import type { ReadTransaction } from '../../database/transaction.ts';
import { erasedAmong } from '../../domain/contacts/contacts.ts';
import type { LineGroup } from '../staging/staging.ts';
import { decideGroup, type Decision } from './decide.ts';
import type { ImportContext } from './import-context.ts';
import { readKnown, type Known } from './known-tickets.ts';
import { LineContents } from './line-content.ts';

export interface DecidedBatch {
  readonly known: Known;
  readonly contents: LineContents;
  readonly groups: readonly {
    readonly group: LineGroup;
    readonly decisions: readonly Decision[];
  }[];
}

/** Decides what becomes of the lines of some groups, by what the event has now. */
export async function decideBatch(
  tx: ReadTransaction,
  context: ImportContext,
  groups: readonly LineGroup[],
): Promise<DecidedBatch> {
  const { catalogue, eventId, keys } = context;
  const known = await readKnown(tx, eventId, keys, groups);
  const mailboxes = new Set(
    groups.flatMap(({ lines }) =>
      lines.flatMap(({ holder, buyer }) =>
        [holder?.email_key ?? [], buyer?.email_key ?? []].flat(),
      ),
    ),
  );
  const erased = await erasedAmong(tx, keys.erasedEmails, catalogue.event.organiser_id, [
    ...mailboxes,
  ]);
  const contents = new LineContents(keys);
  return {
    known,
    contents,
    groups: groups.map((group) => ({
      group,
      decisions: decideGroup(context, group, known, { contents, erased }),
    })),
  };
}
