import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src-main/adapters/sqlite/journal/open-journal.ts';
import type { Journal, OwnAdmission } from '../../src-main/ports/journal.ts';
import { formatInstant } from '../../shared/instant.ts';
import { draft, instantAt, releaseDraft } from '../support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../support/station/rows.ts';
import { temporaryDirectory } from '../support/station/run-station.ts';

const refusal = { code: 'ticket.unknown', message: 'no such ticket', at: instantAt(50) };
const ORGANISER = numbered('organiser', 1);

function ownAdmission(number: number, location: string | null): OwnAdmission {
  const ticket = numbered('ticket', number);
  return { sequence: number, ticket, scanned_at: instantAt(number), location, ends: null };
}

describe('a journal', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let journal: Journal;

  const references = (limit = 500) =>
    journal.pending(ORGANISER, limit).map(({ reference }) => reference);

  beforeEach(async () => {
    directory = await temporaryDirectory();
    journal = openJournal(join(directory.path, 'journal.db'));
  });

  afterEach(async () => {
    journal.close();
    await directory[Symbol.asyncDispose]();
  });

  it('numbers rows from one, without gaps', () => {
    expect(journal.append(draft(1))).toEqual({ kind: 'recorded', sequence: 1 });
    expect(journal.append(draft(2))).toEqual({ kind: 'recorded', sequence: 2 });
  });

  it('checks that it is writable without adding a row', () => {
    journal.append(draft(1));
    expect(journal.proveWrite()).toEqual({ kind: 'written' });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 1 });
    expect(journal.append(draft(2))).toEqual({ kind: 'recorded', sequence: 2 });
  });

  it('settles rows whatever a server answers, and does not grow with it', () => {
    const path = join(directory.path, 'journal.db');
    const long = '['.repeat(2_000_000) + ']'.repeat(2_000_000);
    for (const number of [1, 2, 3]) journal.append(draft(number));
    journal.recordUploads([
      { kind: 'acknowledged', reference: draft(1).reference, answer: long },
      ...(['attention', 'postponed'] as const).map((kind, index) => ({
        kind,
        reference: draft(index + 2).reference,
        refusal: { code: long, message: long, at: instantAt(50) },
      })),
    ]);
    expect(references()).toEqual([draft(3).reference]);
    expect(journal.refused(0, 5).rows.map(({ message }) => message.length)).toEqual([1_000, 1_000]);
    journal.close();
    journal = openJournal(path);
    expect(references()).toEqual([draft(3).reference]);
    expect(statSync(path).size).toBeLessThan(200_000);
  });

  it('returns the last outcomes, newest first, as they were shown', () => {
    journal.append(draft(1));
    journal.append(draft(2));
    expect(journal.recent(1)).toEqual([{ ...draft(2).shown, number: 2, repeated: false }]);
    expect(journal.recentRequests(5)).toEqual(['request-2', 'request-1']);
  });

  it('lists the rows of an event, newest first, a page at a time', () => {
    const handedOut = {
      reference: 'rdm_9',
      request_id: 'request-9',
      organiser: ORGANISER,
      event: EVENT,
      order: numbered('order', 1),
      order_line: numbered('orderLine', 1),
      quantity: -2,
      location: NORTH_GATE,
      redeemed_at: instantAt(9),
      clock_offset_ms: 0,
    };
    journal.append(draft(1));
    journal.append(draft(2, { event: numbered('event', 2) }));
    journal.append(draft(3, { kind: 'unknown_ticket', reason: null, location: null }));
    journal.appendRedemption(handedOut);
    journal.recordUploads([
      { kind: 'acknowledged', reference: draft(1).reference, answer: null },
      { kind: 'attention', reference: handedOut.reference, refusal },
    ]);
    const [newest, unknown] = journal.history(EVENT, null, 2);
    const { order, order_line, quantity } = handedOut;
    expect(newest).toMatchObject({ sequence: 4, kind: 'redemption', upload: 'refused' });
    expect(newest).toMatchObject({ shown: null, redemption: { order, order_line, quantity } });
    expect(unknown).toMatchObject({ sequence: 3, upload: 'local', entry_point: null });
    const rest = journal.history(EVENT, 3, 2);
    expect(rest).toEqual([
      {
        sequence: 1,
        reference: draft(1).reference,
        event: EVENT,
        kind: 'admitted',
        ticket: numbered('ticket', 1),
        reason: 'scanning.allowed',
        scanned_at: draft(1).scanned_at,
        code: draft(1).code,
        entry_point: NORTH_GATE.name,
        shown: { ...draft(1).shown, number: 1, repeated: false },
        redemption: null,
        release: null,
        upload: 'sent',
      },
    ]);
    expect(journal.history(EVENT, 1, 2)).toEqual([]);
  });

  it('lists the admissions of an event in order, after a number', () => {
    journal.append(draft(1));
    journal.append(draft(2, { kind: 'denied', reason: 'scanning.already_scanned' }));
    journal.append(draft(3, { event: numbered('event', 2) }));
    journal.append(draft(4, { location: null }));
    journal.append(draft(5));
    const { reference } = NORTH_GATE;
    expect(journal.admittedAfter(EVENT, 0, 2)).toEqual([
      ownAdmission(1, reference),
      ownAdmission(4, null),
    ]);
    expect(journal.admittedAfter(EVENT, 4, 2)).toEqual([ownAdmission(5, reference)]);
  });

  it('records the source of the admission that a denial is based on', () => {
    const first = { scanned_at: '2026-11-20T18:00:00.000000Z', entry_point: 'North Gate' };
    const denied = { kind: 'denied', reason: 'scanning.already_scanned' } as const;
    const shown = { ...draft(1).shown, ...denied };
    const ofPeer = { ...shown, first_admission: { ...first, source: 'peer' } } as const;
    journal.append(draft(1, { ...denied, shown: ofPeer }));
    journal.append(draft(2, { ...denied, shown: { ...shown, first_admission: first } }));
    const sources = journal.pending(ORGANISER, 5).map((scan) => scan.admission_source);
    expect(sources).toEqual(['peer', null]);
    expect(journal.recent(2)[1]?.first_admission).toEqual(ofPeer.first_admission);
  });

  it('finds the admissions of a ticket, and never a denial', () => {
    const ticket = numbered('ticket', 1);
    journal.append(draft(1, { kind: 'denied', reason: 'scanning.ticket_cancelled', ticket }));
    expect(journal.admissionsOf(ticket)).toEqual([]);
    journal.append(draft(2, { ticket, scanned_at: instantAt(90), location: SOUTH_GATE }));
    journal.append(draft(3, { ticket, scanned_at: instantAt(30), location: null }));
    expect(journal.admissionsOf(ticket)).toEqual([
      { reference: draft(2).reference, scanned_at: instantAt(90), location: SOUTH_GATE },
      { reference: draft(3).reference, scanned_at: instantAt(30), location: null },
    ]);
    expect(journal.admittedHere(EVENT)).toBe(2);
    expect([...journal.admissionsSince(EVENT, instantAt(30))]).toEqual([
      { ticket, scanned_at: instantAt(30) },
    ]);
    expect([...journal.admissionsSince(EVENT, instantAt(31))]).toEqual([]);
    expect(journal.admittedHere(numbered('event', 2))).toBe(0);
  });

  it('keeps what ended an admission: its row, its place in the queue, and what a restart needs', () => {
    const ticket = numbered('ticket', 1);
    const scan = draft(1).reference;
    journal.append(draft(1));
    const release = releaseDraft(2, { ticket, scan, admitted_at: instantAt(1) });
    const unbound = releaseDraft(3, { kind: 'exit', note: null });
    journal.appendRelease(release);
    journal.appendRelease(unbound);
    const check = () => {
      const { reference, kind, released_at, note } = release;
      expect(journal.releasesOf(ticket)).toEqual([{ reference, scan, kind, released_at }]);
      expect(journal.recent(9)[0]?.released).toEqual({
        reference,
        kind,
        at: formatInstant(released_at),
      });
      expect(journal.find(reference)).toMatchObject({
        kind: 'release',
        shown: null,
        release: { scan, kind, note },
      });
      expect([...journal.releasedHere(EVENT)].toSorted()).toEqual([ticket, unbound.ticket]);
      // The time of the admission names it among stations nearby; without one there is nothing to say.
      expect(journal.admittedAfter(EVENT, 0, 9)).toEqual([
        ownAdmission(1, NORTH_GATE.reference),
        { sequence: 2, ticket, scanned_at: instantAt(1), location: null, ends: kind },
      ]);
    };
    check();
    expect(journal.pendingReleases(ORGANISER, 9).map((one) => one.reference)).toEqual([
      release.reference,
      unbound.reference,
    ]);
    expect(references()).toEqual([scan]);
    journal.recordUploads([
      { kind: 'acknowledged', reference: release.reference, answer: null },
      { kind: 'attention', reference: unbound.reference, refusal },
    ]);
    expect(journal.pendingReleases(ORGANISER, 9)).toEqual([]);
    expect(journal.offerAgain(null)).toBe(1);
    expect(journal.pendingReleases(ORGANISER, 9)).toEqual([
      expect.objectContaining({ reference: unbound.reference, scan: null, attempts: 1 }),
    ]);
    journal.close();
    journal = openJournal(join(directory.path, 'journal.db'));
    check();
    expect(journal.verify()).toMatchObject({ kind: 'whole', rows: 3 });
  });

  it('sends only verdicts, and only to the organiser they were made for', () => {
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
      event: EVENT,
      ticket: numbered('ticket', 1),
      kind: 'admitted',
      reason: 'scanning.allowed',
      session: null,
      location: NORTH_GATE.reference,
      scanned_at: instantAt(1),
      clock_offset_ms: -3,
      watermark: null,
      code: numbered('ticket', 1),
      admission_source: null,
      overruled: null,
      attempts: 0,
    });
  });

  it('records the results of an upload and leaves other rows unchanged', () => {
    for (const number of [1, 2, 3, 4]) journal.append(draft(number));
    journal.recordUploads([
      { kind: 'acknowledged', reference: numbered('scan', 1), answer: null },
      { kind: 'attention', reference: numbered('scan', 2), refusal },
      { kind: 'postponed', reference: numbered('scan', 3), refusal: null },
      { kind: 'acknowledged', reference: numbered('scan', 99), answer: null },
    ]);
    expect(references()).toEqual([numbered('scan', 4), numbered('scan', 3)]);
    expect(journal.uploads()).toEqual({
      pending: 2,
      attention: 1,
      oldest_pending_at: instantAt(3),
    });
    // A row that is settled is not changed by a late second answer.
    journal.recordUploads([{ kind: 'acknowledged', reference: numbered('scan', 2), answer: null }]);
    expect(journal.uploads()).toMatchObject({ pending: 2, attention: 1 });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 4 });
  });

  it('sends the least tried rows first, then the oldest, and skips those that are resting', () => {
    for (const number of [1, 2, 3, 4, 5]) journal.append(draft(number));
    const postpone = (...numbers: readonly number[]) =>
      journal.recordUploads(
        numbers.map((number) => ({
          kind: 'postponed',
          reference: numbered('scan', number),
          refusal: null,
        })),
      );
    postpone(4, 2);
    postpone(4);
    journal.append(draft(6));
    const order = [1, 3, 5, 6, 2, 4].map((number) => numbered('scan', number));
    expect(references()).toEqual(order);
    expect(journal.uploads()).toMatchObject({ oldest_pending_at: instantAt(1) });
    const resting = new Set<string>(order.slice(0, 2));
    const rests = (reference: string) => resting.has(reference);
    const due = journal.pending(ORGANISER, 2, rests).map(({ reference }) => reference);
    expect(due).toEqual(order.slice(2, 4));
  });

  it('lists refused rows, waiting or set aside, a page at a time', () => {
    for (const number of [1, 2, 3, 4]) journal.append(draft(number));
    const portal = { code: 'not_the_server', message: 'a page', at: instantAt(60) };
    journal.recordUploads([
      { kind: 'attention', reference: numbered('scan', 2), refusal },
      { kind: 'postponed', reference: numbered('scan', 3), refusal: null },
      { kind: 'postponed', reference: numbered('scan', 4), refusal: portal },
    ]);
    expect(journal.uploads()).toMatchObject({ pending: 3, attention: 2 });
    const { rows: listed, next } = journal.refused(0, 500);
    expect(next).toBeNull();
    expect(listed).toMatchObject([
      {
        reference: numbered('scan', 2),
        sequence: 2,
        kind: 'admitted',
        ticket: numbered('ticket', 2),
        reason: 'scanning.allowed',
        scanned_at: instantAt(2),
        attempts: 1,
        entry_point: NORTH_GATE.name,
        code: 'ticket.unknown',
        message: 'no such ticket',
        since: instantAt(50),
        waiting: false,
      },
      { sequence: 4, attempts: 1, code: 'not_the_server', waiting: true },
    ]);
    expect(journal.refused(0, 1)).toEqual({ rows: listed.slice(0, 1), next: 2 });
    expect(journal.refused(2, 1)).toEqual({ rows: listed.slice(1), next: null });
    expect(journal.refused(4, 500)).toEqual({ rows: [], next: null });
  });

  it('queues set-aside rows again after the others, and lists them until they are acknowledged', () => {
    for (const number of [1, 2, 3]) journal.append(draft(number));
    journal.recordUploads([
      { kind: 'attention', reference: numbered('scan', 1), refusal },
      { kind: 'attention', reference: numbered('scan', 2), refusal },
    ]);
    const some = [1, 3, 99].map((number) => numbered('scan', number));
    expect(journal.offerAgain(some)).toBe(2);
    expect(references()).toEqual([numbered('scan', 3), numbered('scan', 1)]);
    expect(journal.uploads()).toEqual({
      pending: 2,
      attention: 2,
      oldest_pending_at: instantAt(1),
    });
    expect(journal.offerAgain(null)).toBe(2);
    expect(references()).toEqual([numbered('scan', 3), numbered('scan', 1), numbered('scan', 2)]);
    journal.recordUploads([
      { kind: 'acknowledged', reference: numbered('scan', 1), answer: null },
      {
        kind: 'attention',
        reference: numbered('scan', 2),
        refusal: { ...refusal, message: 'still none', at: instantAt(70) },
      },
    ]);
    expect(journal.refused(0, 500).rows).toMatchObject([
      { sequence: 2, attempts: 2, message: 'still none', since: instantAt(50) },
    ]);
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 3 });
  });

  it('queues what a server has acknowledged again, oldest first, but no check-in that it knows by another name', () => {
    for (const number of [1, 2, 3, 4]) journal.append(draft(number));
    journal.append({ ...draft(5), organiser: numbered('organiser', 2) });
    const verdict = JSON.stringify({ allowed: true, scan: { reference: numbered('scan', 90) } });
    const conflict = JSON.stringify({ kind: 'double_admission' });
    const answers = [conflict, verdict, null, null, null];
    journal.recordUploads(
      [1, 2, 3, 5].map((number) => ({
        kind: 'acknowledged',
        reference: numbered('scan', number),
        answer: answers[number - 1] ?? null,
      })),
    );
    expect(journal.offerSentAgain(ORGANISER)).toBe(2);
    const queued = [1, 3, 4].map((number) => numbered('scan', number));
    expect(references()).toEqual(queued);
    expect(journal.uploads()).toMatchObject({ pending: 3, oldest_pending_at: instantAt(1) });
    expect(journal.verify()).toEqual({ kind: 'whole', rows: 5 });
    journal.close();
    journal = openJournal(join(directory.path, 'journal.db'));
    expect(references()).toEqual(queued);
  });
});
