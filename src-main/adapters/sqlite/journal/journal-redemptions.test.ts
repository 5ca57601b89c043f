import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatInstant, instantFromMillis, type Instant } from '../../../../shared/instant.ts';
import { draft, redemptionDraft } from '../../../../test/support/station/records.ts';
import { numbered } from '../../../../test/support/station/rows.ts';
import { temporaryDirectory } from '../../../../test/support/station/run-station.ts';
import type { Journal } from '../../../ports/journal.ts';
import { logPathOf, readLog } from './log-lines.ts';
import { openJournal } from './open-journal.ts';

const organiser = draft(1).organiser;

/** As stored with an uploaded redemption. */
function answered(remaining: number, updatedAt: Instant): string {
  return JSON.stringify({
    remaining,
    updated_at: formatInstant(updatedAt),
    over_redeemed: false,
  });
}

describe('redemptions in the journal', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let path: string;
  let journal: Journal;

  const reopen = () => {
    journal.close();
    journal = openJournal(path);
  };
  const pending = (passOver?: (reference: string) => boolean) =>
    journal.pendingRedemptions(organiser, 500, passOver).map(({ reference }) => reference);

  beforeEach(async () => {
    directory = await temporaryDirectory();
    path = join(directory.path, 'journal.db');
    journal = openJournal(path);
  });
  afterEach(async () => {
    journal.close();
    await directory[Symbol.asyncDispose]();
  });

  it('are in one chain with the scans, and are uploaded apart from them', () => {
    journal.append(draft(1));
    expect(journal.appendRedemption(redemptionDraft(1, { quantity: 2 }))).toEqual({
      kind: 'recorded',
      sequence: 2,
    });
    journal.append(draft(2));
    reopen();
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 3 });
    expect(journal.uploads()).toMatchObject({ pending: 3 });
    expect(journal.pending(organiser, 10)).toHaveLength(2);
    expect(journal.pendingRedemptions(organiser, 10)).toMatchObject([
      { reference: 'rdm_1', quantity: 2, order_line: numbered('orderLine', 1), attempts: 0 },
    ]);
    expect(journal.recent(10)).toHaveLength(2);
    expect(journal.recentRequests(10)).toContain('request-1');
  });

  it('count until the server has them, and then according to its reply, also after a restart', () => {
    const line = numbered('orderLine', 1);
    journal.appendRedemption(redemptionDraft(1, { quantity: 2 }));
    journal.appendRedemption(redemptionDraft(2, { quantity: -1 }));
    expect(journal.redemptionsOf(line)).toEqual({ unsent: 1, reported: null });
    const updated_at = instantFromMillis(77);
    const answer = answered(3, updated_at);
    journal.recordUploads([{ kind: 'acknowledged', reference: 'rdm_1', answer }]);
    for (const again of [() => undefined, reopen]) {
      again();
      expect(journal.redemptionsOf(line)).toEqual({
        unsent: -1,
        reported: { remaining: 3, over_redeemed: false, updated_at },
      });
    }
  });

  it('that were refused count, are listed, and can be queued again', () => {
    journal.appendRedemption(redemptionDraft(1));
    const refusal = { code: 'order_line.unknown', message: 'No.', at: instantFromMillis(5) };
    journal.recordUploads([{ kind: 'attention', reference: 'rdm_1', refusal }]);
    reopen();
    expect(pending()).toEqual([]);
    expect(journal.redemptionsOf(numbered('orderLine', 1)).unsent).toBe(1);
    expect(journal.refused(0, 10).rows).toMatchObject([
      { kind: 'redemption', code: 'order_line.unknown', waiting: false },
    ]);
    journal.offerAgain(null);
    expect(pending()).toEqual(['rdm_1']);
  });

  it('that were undone and refused leave nothing to hand out again', () => {
    const line = numbered('orderLine', 1);
    journal.appendRedemption(redemptionDraft(1, { quantity: -1 }));
    const refusal = { code: 'validation.failed', message: 'No.', at: instantFromMillis(5) };
    journal.recordUploads([{ kind: 'attention', reference: 'rdm_1', refusal }]);
    for (const again of [() => undefined, reopen]) {
      again();
      expect(journal.redemptionsOf(line).unsent).toBe(0);
    }
    journal.offerAgain(null);
    expect(journal.redemptionsOf(line).unsent).toBe(-1);
  });

  it('of a line keep their order, whatever rests', () => {
    const other = numbered('orderLine', 2);
    for (const number of [1, 2, 3]) journal.appendRedemption(redemptionDraft(number));
    journal.appendRedemption(redemptionDraft(4, { order_line: other }));
    expect(pending((reference) => reference === 'rdm_2')).toEqual(['rdm_1', 'rdm_4']);
    journal.recordUploads([{ kind: 'postponed', reference: 'rdm_1', refusal: null }]);
    expect(pending()).toEqual(['rdm_1', 'rdm_2', 'rdm_3', 'rdm_4']);
    reopen();
    expect(pending()).toEqual(['rdm_1', 'rdm_2', 'rdm_3', 'rdm_4']);
  });

  it('are the same before and after a restart, whatever their upload state', () => {
    const step = fc.record({
      line: fc.integer({ min: 1, max: 3 }),
      quantity: fc.constantFrom(1, 2, -1),
      fate: fc.constantFrom('waits', 'acknowledged', 'attention', 'postponed'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        journal.clear();
        steps.forEach(({ line, quantity, fate }, index) => {
          const order_line = numbered('orderLine', line);
          journal.appendRedemption(redemptionDraft(index, { order_line, quantity }));
          const reference = `rdm_${index}`;
          const refusal = { code: 'no', message: 'No.', at: instantFromMillis(1) };
          const answer = answered(index, instantFromMillis(index));
          if (fate === 'acknowledged') journal.recordUploads([{ kind: fate, reference, answer }]);
          else if (fate !== 'waits') journal.recordUploads([{ kind: fate, reference, refusal }]);
        });
        const known = () => [
          ...[1, 2, 3].map((line) => journal.redemptionsOf(numbered('orderLine', line))),
          pending(),
          journal.uploads(),
          journal.verify(),
        ];
        const before = known();
        reopen();
        expect(known()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('leave no trace when the journal is cleared', () => {
    journal.append(draft(1));
    journal.appendRedemption(redemptionDraft(1));
    journal.clear();
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 0 });
    expect(journal.uploads()).toMatchObject({ pending: 0, attention: 0 });
    expect(journal.redemptionsOf(numbered('orderLine', 1))).toEqual({ unsent: 0, reported: null });
    reopen();
    expect(journal.lostEnd).toBeNull();
    expect(journal.append(draft(3))).toEqual({ kind: 'recorded', sequence: 1 });
  });

  it('stay when the process stopped before they were deleted but after their log was', async () => {
    for (const number of [1, 2]) journal.appendRedemption(redemptionDraft(number));
    await using stopped = await temporaryDirectory();
    const transaction = vi.spyOn(Database.prototype, 'transaction').mockImplementationOnce(() => {
      cpSync(directory.path, stopped.path, { recursive: true });
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    });
    try {
      expect(() => journal.clear()).toThrow('I/O');
    } finally {
      transaction.mockRestore();
    }
    expect(statSync(join(stopped.path, 'journal.log')).size).toBe(0);
    const again = openJournal(join(stopped.path, 'journal.db'));
    expect(again).toMatchObject({ replaced: null, lostEnd: null });
    expect(again.uploads().pending).toBe(2);
    again.close();
    expect(readLog(join(stopped.path, 'journal.log')).rows).toHaveLength(2);
  });

  it('stay deleted when the process stopped, or the disk was full, right after they were cleared', async () => {
    for (const number of [1, 2, 3]) journal.appendRedemption(redemptionDraft(number));
    await using stopped = await temporaryDirectory();
    const exec = vi.spyOn(Database.prototype, 'exec').mockImplementationOnce(() => {
      cpSync(directory.path, stopped.path, { recursive: true });
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    try {
      expect(() => journal.clear()).toThrow('full');
    } finally {
      exec.mockRestore();
    }
    expect(journal.uploads().pending).toBe(0);
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 0 });

    const again = openJournal(join(stopped.path, 'journal.db'));
    try {
      expect(again).toMatchObject({ replaced: null, lostEnd: null });
      expect(again.uploads().pending).toBe(0);
      again.clear();
    } finally {
      again.close();
    }
    for (const name of readdirSync(stopped.path)) {
      const text = readFileSync(join(stopped.path, name)).toString('latin1');
      expect(text).not.toContain(numbered('orderLine', 1));
    }
  });

  it('stay, and are not reported missing, when they cannot be cleared', () => {
    for (const number of [1, 2]) journal.appendRedemption(redemptionDraft(number));
    const before = readLog(logPathOf(path)).rows;
    const transaction = vi.spyOn(Database.prototype, 'transaction').mockImplementationOnce(() => {
      throw new Database.SqliteError('database is locked', 'SQLITE_BUSY');
    });
    try {
      expect(() => journal.clear()).toThrow('locked');
    } finally {
      transaction.mockRestore();
    }
    reopen();
    expect(journal).toMatchObject({ replaced: null, lostEnd: null });
    expect(readLog(logPathOf(path)).rows).toEqual(before);
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 2 });
  });
});
