import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src-main/adapters/sqlite/open-journal.ts';
import type { Journal } from '../../src-main/ports/journal.ts';
import { MemoryJournal } from '../support/station/memory-journal.ts';
import { draft, instantAt } from '../support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../support/station/rows.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';

const ORGANISER = numbered('organiser', 1);

const implementations: readonly { name: string; open: (directory: string) => Journal }[] = [
  { name: 'SQLite', open: (directory) => openJournal(join(directory, 'journal.db')) },
  { name: 'in memory', open: () => new MemoryJournal() },
];

describe.each(implementations)('a journal ($name)', ({ open }) => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let journal: Journal;

  const references = (limit = 500) =>
    journal.pending(ORGANISER, limit).map(({ reference }) => reference);

  beforeEach(async () => {
    directory = await temporaryDirectory();
    journal = open(directory.path);
  });

  afterEach(async () => {
    journal.close();
    await directory[Symbol.asyncDispose]();
  });

  it('numbers rows from one, without gaps', () => {
    expect(journal.append(draft(1))).toEqual({ kind: 'recorded', sequence: 1 });
    expect(journal.append(draft(2))).toEqual({ kind: 'recorded', sequence: 2 });
  });

  it('shows the last outcomes again, newest first, as they were shown', () => {
    journal.append(draft(1));
    journal.append(draft(2));
    expect(journal.recent(1)).toEqual([{ ...draft(2).shown, number: 2, repeated: false }]);
    expect(journal.recentRequests(5)).toEqual(['request-2', 'request-1']);
  });

  it('knows the earliest admission of a ticket, and never a denial', () => {
    const ticket = numbered('ticket', 1);
    journal.append(draft(1, { kind: 'denied', reason: 'scanning.ticket_cancelled', ticket }));
    expect(journal.admissionOf(ticket)).toBeNull();
    journal.append(draft(2, { ticket, scanned_at: instantAt(90), location: SOUTH_GATE }));
    journal.append(draft(3, { ticket, scanned_at: instantAt(30), location: null }));
    expect(journal.admissionOf(ticket)).toEqual({ scanned_at: instantAt(30), location: null });
    expect(journal.admittedHere(EVENT)).toBe(2);
    expect([...journal.admissionsSince(EVENT, instantAt(30))]).toEqual([
      { ticket, scanned_at: instantAt(30) },
    ]);
    expect([...journal.admissionsSince(EVENT, instantAt(31))]).toEqual([]);
    expect(journal.admittedHere(numbered('event', 2))).toBe(0);
  });

  it('sends verdicts and nothing else, to the organiser they were made for', () => {
    journal.append(draft(1));
    journal.append(draft(2, { kind: 'unknown_ticket', reason: null }));
    journal.append(draft(3, { kind: 'unreadable', reason: null, ticket: null }));
    journal.append(draft(4, { kind: 'denied', reason: 'scanning.already_scanned' }));
    expect(references()).toEqual([numbered('scan', 1), numbered('scan', 4)]);
    expect(references(1)).toEqual([numbered('scan', 1)]);
    expect(journal.pending(numbered('organiser', 2), 500)).toEqual([]);
    expect(journal.uploads()).toEqual({
      pending: 2,
      attention: 0,
      oldest_pending_at: instantAt(1),
    });
    expect(journal.pending(ORGANISER, 1)[0]).toEqual({
      sequence: 1,
      reference: numbered('scan', 1),
      ticket: numbered('ticket', 1),
      kind: 'admitted',
      reason: 'scanning.allowed',
      session: null,
      location: NORTH_GATE.reference,
      scanned_at: instantAt(1),
      clock_offset_ms: -3,
      watermark: null,
      code: numbered('ticket', 1),
    });
  });

  it('settles what was answered for and leaves the rest', () => {
    for (const number of [1, 2, 3, 4]) journal.append(draft(number));
    journal.settle([
      { kind: 'acknowledged', reference: numbered('scan', 1), answer: null },
      {
        kind: 'attention',
        reference: numbered('scan', 2),
        code: 'ticket.unknown',
        message: 'no such ticket',
      },
      { kind: 'postponed', reference: numbered('scan', 3) },
      { kind: 'acknowledged', reference: numbered('scan', 99), answer: null },
    ]);
    expect(references()).toEqual([numbered('scan', 4), numbered('scan', 3)]);
    expect(journal.uploads()).toEqual({
      pending: 2,
      attention: 1,
      oldest_pending_at: instantAt(3),
    });
    // Settled is settled: a late second answer changes nothing.
    journal.settle([{ kind: 'acknowledged', reference: numbered('scan', 2), answer: null }]);
    expect(journal.uploads()).toMatchObject({ pending: 2, attention: 1 });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 4 });
  });
});
