// Why: docs/decisions/0027-imports.md
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { updateImport, type ImportRow } from '../../store/imports.ts';
import type { ImportContext } from '../plan/import-context.ts';
import { Tally, type ImportCounts } from '../plan/import-counts.ts';
import { GROUPS_AT_ONCE } from '../plan/plan-import.ts';
import { applyBatch, type AppliedBatch, type Step } from './apply-batch.ts';

/**
 * Does what was planned, some lines a transaction, so that doors are not kept waiting. What is committed is known again: if the process ends, or a
 * batch fails, the same file can be imported again, and nothing is there twice. `onProgress` is told how many lines are done.
 */
export async function applyImport(
  database: Pick<Database, 'write'>,
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
  const tally = new Tally();
  let voided = 0;
  const steps: readonly Step[] = planned.cancelled > 0 ? ['void', 'place'] : ['place'];
  for (const step of steps) {
    const { staging } = context.staged;
    let lines = 0;
    for (let at = 0; at < staging.groups; at += GROUPS_AT_ONCE) {
      const groups = staging.readGroups(at, GROUPS_AT_ONCE);
      lines += groups.reduce((sum, group) => sum + group.lines.length, 0);
      const done = step === 'place' ? lines : 0;
      const applied = await database.write(async (tx) => {
        const batch = await applyBatch(tx, context, { started, groups, step });
        await updateImport(tx, started.id, { lines_done: done });
        return batch;
      });
      if (step === 'void') voided += countVoided(applied);
      else note(context, applied, tally);
      onProgress(done);
      await turn();
    }
  }
  const { counts } = tally;
  // In the second step they are as their lines say.
  return { ...counts, cancelled: voided, unchanged: counts.unchanged - voided };
}

function countVoided({ groups }: AppliedBatch): number {
  const decisions = groups.flatMap((group) => group.decisions);
  return decisions.filter(({ kind }) => kind === 'cancelled').length;
}

function note({ staged: { staging } }: ImportContext, applied: AppliedBatch, tally: Tally): void {
  for (const { group, decisions } of applied.groups) tally.add(decisions, group.isOrder);
  for (const { line, order, tickets } of applied.placed) {
    const references = tickets.map(({ reference }) => reference).join(' ');
    staging.notePlaced(line.line, order.reference, references === '' ? null : references);
  }
}
