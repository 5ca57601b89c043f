// Why: docs/decisions/0027-imports.md
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { invalidTransition } from '../../rules/domain-error.ts';
import { getImport, updateImport, type ImportRow } from '../../store/imports.ts';
import type { ImportContext } from '../plan/import-context.ts';
import { Pace } from '../plan/pace.ts';
import { linesIn } from '../staging/staging.ts';
import { Tally, type ImportCounts } from '../plan/import-counts.ts';
import { offerFreedPlaces } from '../../domain/places/offer-places.ts';
import type { Decision } from '../plan/decide.ts';
import { applyBatch, steps, type AppliedBatch, type Step } from './apply-batch.ts';

/**
 * Does what was planned, some lines a transaction, so that doors are not kept waiting. What is committed is known again: if the process ends, or a
 * batch fails, the same file can be imported again, and nothing is there twice. `onProgress` is told how many lines are done.
 */
export async function applyImport(
  database: Pick<Database, 'write' | 'giveWay' | 'turnMs'>,
  context: ImportContext,
  {
    started,
    planned,
    onProgress = () => undefined,
  }: {
    readonly started: ImportRow;
    readonly planned: ImportCounts;
    readonly onProgress?: (lines: number) => void;
  },
): Promise<ImportCounts> {
  const { staging } = context.staged;
  const tally = new Tally();
  const done = new Set<number>();
  for (const step of steps) {
    if (!isNeeded[step](planned)) continue;
    const pace = new Pace(database);
    let lines = 0;
    for (const groups of staging.batches(pace)) {
      lines += linesIn(groups);
      const lines_done = step === 'place' ? lines : 0;
      const applied = await database.write(async (tx) => {
        pace.begin();
        await refuseUndone(tx, started);
        const batch = await applyBatch(tx, context, { started, groups, step });
        await updateImport(tx, started.id, { lines_done });
        return batch;
      });
      pace.end(linesIn(groups));
      for (const { group, decisions } of applied.groups) {
        const counted = decisions.filter(
          ({ kind, line }) => (stepOf[kind] ?? 'place') === step && !done.has(line.line),
        );
        tally.add(counted, group.isOrder);
        if (step !== 'place') for (const { line } of counted) done.add(line.line);
      }
      notePlaced(context, applied);
      onProgress(lines_done);
      await database.giveWay();
    }
  }
  // Not earlier: what is free now was counted on by lines of the file.
  if (planned.cancelled + planned.changed > 0)
    await database.write((tx) => offerFreedPlaces(tx, context.catalogue.event));
  return { ...tally.counts, order_parts: planned.order_parts };
}

/** Whoever undid an import that had been silent for too long expects that nothing of it comes any more. */
async function refuseUndone(tx: ReadTransaction, { id }: ImportRow): Promise<void> {
  if ((await getImport(tx, id)).status !== 'running')
    throw invalidTransition('The import was undone before it had ended.');
}

const isNeeded: Readonly<Record<Step, (planned: ImportCounts) => boolean>> = {
  void: ({ cancelled }) => cancelled > 0,
  change: ({ changed }) => changed > 0,
  place: () => true,
};

/** In which step a decision is carried out; in later ones its line is unchanged. */
const stepOf: Readonly<Partial<Record<Decision['kind'], Step>>> = {
  cancelled: 'void',
  changed: 'change',
};

function notePlaced({ staged: { staging } }: ImportContext, { placed }: AppliedBatch): void {
  for (const { line, order, tickets } of placed) {
    const references = tickets.map(({ reference }) => reference).join(' ');
    staging.notePlaced(line.line, order.reference, references === '' ? null : references);
  }
}
