import { findWords } from '../../shared/search-text.ts';
import type { ActivityItem } from '../../shared/station/journal-pages.ts';
import type { CommandErrorCode, CommandResult } from '../../shared/station/results.ts';
import type { ConflictingScan, ConflictView } from '../../shared/station/supervision.ts';
import { evening, ticketNumber } from './door-script.ts';
import type { ScriptedPage } from './scripted-page.ts';

/** A row of the journal, with the given changes. */
export function activityItem(number: number, change: Partial<ActivityItem> = {}): ActivityItem {
  return {
    number,
    reference: `scn_01hzzzzzzzzzzzzzzzzzzz${String(number).padStart(4, '0')}`,
    kind: 'admitted',
    reason: 'scanning.allowed',
    message: 'Let them in.',
    scanned_at: evening(-number),
    source: 'keyboard',
    ticket: ticketNumber(number),
    holder: 'Amélie Dubois',
    ticket_type: 'VIP',
    seat_label: 'Row C 14',
    entry_point: 'North Gate',
    redemption: null,
    release: null,
    upload: 'sent',
    ...change,
  };
}

function conflictingScan(change: Partial<ConflictingScan> = {}): ConflictingScan {
  return {
    reference: 'scn_01hzzzzzzzzzzzzzzzzzzzzz01',
    admitted: true,
    reason: 'scanning.allowed',
    scanned_at: evening(-20),
    entry_point: 'North Gate',
    station: 'North Gate 1',
    clock_offset_ms: 0,
    clock_suspect: false,
    on_word_of_station: false,
    ...change,
  };
}

export function conflict(number: number, change: Partial<ConflictView> = {}): ConflictView {
  return {
    reference: `cfl_01hzzzzzzzzzzzzzzzzzzz${String(number).padStart(4, '0')}`,
    kind: 'double_admission',
    state: 'open',
    ticket: ticketNumber(number),
    holder: 'Zoé Dubois',
    ticket_type: 'Standing',
    expected_reason: 'scanning.already_scanned',
    scans: [
      conflictingScan(),
      conflictingScan({
        reference: 'scn_01hzzzzzzzzzzzzzzzzzzzzz02',
        scanned_at: evening(-12),
        entry_point: 'South Gate',
        station: 'South Gate 1',
        clock_suspect: true,
      }),
    ],
    note: null,
    resolved_by: null,
    resolved_at: null,
    created_at: evening(-5),
    ...change,
  };
}

/** One row of each kind, and one conflict of each. */
export function anEvening(): {
  readonly rows: readonly ActivityItem[];
  readonly conflicts: readonly ConflictView[];
} {
  const none = { holder: null, ticket_type: null, seat_label: null };
  const byHand = { entry_point: null, source: null, reason: null } as const;
  const redemption = { order: 'ord_1', order_line: 'oln_1', quantity: 2, name: 'Drink voucher' };
  return {
    rows: [
      activityItem(7, { upload: 'waiting' }),
      activityItem(6, {
        kind: 'redemption',
        ...none,
        holder: 'Théo Dubois',
        ...byHand,
        ticket: null,
        redemption,
      }),
      activityItem(5, {
        kind: 'denied',
        reason: 'scanning.already_scanned',
        holder: 'Ola Dubinski-Featherstonehaugh de la Rochefoucauld',
        upload: 'refused',
      }),
      activityItem(4, { kind: 'denied', reason: 'scanning.wrong_entry_point' }),
      activityItem(3, { kind: 'unknown_ticket', reason: null, ...none, upload: 'local' }),
      activityItem(2, { kind: 'unreadable', reason: null, ticket: null, ...none, upload: 'local' }),
      activityItem(1, { holder: 'Théo Dubois', entry_point: null }),
    ],
    conflicts: [
      conflict(1),
      conflict(2, {
        kind: 'false_denial',
        expected_reason: 'scanning.allowed',
        scans: [
          conflictingScan({
            admitted: false,
            reason: 'scanning.already_scanned',
            on_word_of_station: true,
          }),
        ],
      }),
      conflict(3, {
        kind: 'stale_admission',
        expected_reason: 'scanning.ticket_refunded',
        holder: null,
      }),
    ],
  };
}

export interface ActivityScript {
  rows: readonly ActivityItem[];
  conflicts: readonly ConflictView[];
  /** The number of rows that one answer searches. */
  page: number;
  /** Of one answer about conflicts. */
  conflictsPage: number;
  /** Refuses requests about conflicts with this code. */
  refuse: CommandErrorCode | null;
}

const RESULTS = {
  admitted: 'admitted',
  denied: 'denied',
  unknown_ticket: 'unknown',
  unreadable: 'unknown',
  redemption: 'redemption',
  release: 'release',
} as const;

/** Answers the page like a station with this journal and a server with these conflicts. */
export function runActivity(
  station: ScriptedPage,
  change: Partial<ActivityScript> = {},
): ActivityScript {
  const script: ActivityScript = {
    ...anEvening(),
    page: 1_000,
    conflictsPage: 100,
    refuse: null,
    ...change,
  };
  station.answer = ({ command }): CommandResult => {
    if (command.kind === 'read_activity') {
      const { before, limit, filter } = command;
      const rest = script.rows.filter(({ number }) => before === null || number < before);
      const looked = rest.slice(0, script.page);
      const items = looked.filter((row) => isWanted(row, filter)).slice(0, limit);
      const last = items.length === limit ? items.at(-1) : looked.at(-1);
      const isEnd = last === undefined || last.number === script.rows.at(-1)?.number;
      return { ok: true, activity: { items, next: isEnd ? null : last.number } };
    }
    if (command.kind !== 'read_conflicts' && command.kind !== 'resolve_conflict') {
      return { ok: true };
    }
    if (script.refuse !== null) return { ok: false, code: script.refuse, message: '' };
    if (command.kind === 'read_conflicts') {
      const all = script.conflicts.filter(({ state }) => state === command.state);
      const end = Number(command.page ?? 0) + script.conflictsPage;
      const items = all.slice(end - script.conflictsPage, end);
      return { ok: true, conflicts: { items, next: end < all.length ? String(end) : null } };
    }
    const found = script.conflicts.find(({ reference }) => reference === command.conflict);
    if (found === undefined) return { ok: false, code: 'conflicts.unknown', message: '' };
    const resolved = {
      ...found,
      state: 'resolved' as const,
      note: command.note,
      resolved_by: 'North Gate 1',
      resolved_at: evening(),
    };
    script.conflicts = script.conflicts.map((one) => (one === found ? resolved : one));
    return { ok: true, conflict: resolved };
  };
  return script;
}

function isWanted(
  row: ActivityItem,
  filter: {
    readonly result?: unknown;
    readonly upload?: unknown;
    readonly words?: string | undefined;
  },
): boolean {
  if (filter.result !== undefined && RESULTS[row.kind] !== filter.result) return false;
  if (filter.upload !== undefined && row.upload !== filter.upload) return false;
  const words = (filter.words ?? '').split(/\s+/).filter((word) => word !== '');
  const texts = [row.holder, row.seat_label, row.entry_point];
  return words.every((word) => texts.some((text) => findWords(text ?? '', word).length > 0));
}
