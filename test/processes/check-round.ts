import type { JournalReader } from '../../src-main/adapters/sqlite/journal/journal-reader.ts';
import type { ChainedRow } from '../../src-main/adapters/sqlite/journal/journal-schema.ts';
import type { ChainReport } from '../../src-main/ports/journal.ts';
import type { Shown } from '../support/station/station-process.ts';

export interface StoredTicket {
  readonly reference: string;
  readonly status: string;
  readonly code_issue: number;
  readonly deleted_at: number | null;
  readonly updated_at: number;
}

export interface StoredScan {
  readonly reference: string;
  readonly ticket: string | null;
  readonly result: string;
  readonly reason: string;
  readonly scanned_at: number;
  readonly updated_at: number;
}

/** Times are in microseconds; rows are ordered by reference. */
export interface StoredReplica {
  readonly tickets: readonly StoredTicket[];
  readonly scans: readonly StoredScan[];
}

export interface StoredConflict {
  readonly reference: string;
  readonly kind: string;
  readonly ticket: string;
  readonly scan: string;
  readonly other_scan: string | null;
}

export interface ServerTruth extends StoredReplica {
  readonly conflicts: readonly StoredConflict[];
}

export interface StoredJournal {
  readonly station: string;
  readonly report: ChainReport;
  readonly end: JournalReader['endIs'];
  readonly rows: readonly ChainedRow[];
  /** Names of damaged stores that were set aside. */
  readonly kept: readonly string[];
}

/** Describes every difference between a replica and the server. */
export function compareReplica(replica: StoredReplica, server: StoredReplica): readonly string[] {
  return [
    ...compareRows('ticket', replica.tickets, server.tickets),
    ...compareRows('scan', replica.scans, server.scans),
  ];
}

function compareRows(
  what: string,
  here: readonly { readonly reference: string }[],
  there: readonly { readonly reference: string }[],
): readonly string[] {
  const ours = new Map(here.map((row) => [row.reference, JSON.stringify(row)]));
  const theirs = new Map(there.map((row) => [row.reference, JSON.stringify(row)]));
  const missing = [...theirs].flatMap(([reference, row]) => {
    const own = ours.get(reference);
    if (own === undefined) return [`${what} ${row} is not in the replica`];
    return own === row ? [] : [`${what} ${row} is ${own} in the replica`];
  });
  const invented = [...ours].filter(([reference]) => !theirs.has(reference));
  return [...missing, ...invented.map(([, row]) => `${what} ${row} is in the replica alone`)];
}

/** Whatever happened to its station, no row of a journal may be missing or changed, and no journal set aside. */
export function checkJournal({ station, report, end, rows, kept }: StoredJournal): string[] {
  const problems: string[] = [];
  if (report.kind === 'broken') problems.push(`row ${report.sequence}: ${report.problem}`);
  if (end !== 'checked') problems.push(`its end could not be checked (${end})`);
  problems.push(...kept.map((name) => `${name} was set aside`));
  const waiting = rows.filter(({ upload_state }) => /pending|attention/.test(upload_state));
  problems.push(...waiting.map((row) => `${row.reference} is ${row.upload_state}`));
  return problems.map((problem) => `${station}, journal: ${problem}`);
}

/** Every verdict that was shown has a journal row with the same content. */
export function checkShown(shown: readonly Shown[], journal: StoredJournal): string[] {
  const rows = new Map(journal.rows.map((row) => [row.reference, row]));
  return shown.flatMap((outcome) => {
    const row = rows.get(outcome.reference);
    const isSame =
      row !== undefined &&
      row.sequence === outcome.number &&
      row.kind === outcome.kind &&
      row.ticket === outcome.ticket &&
      row.reason === outcome.reason;
    if (isSame) return [];
    const found = row === undefined ? 'nothing' : `${row.sequence} ${row.kind} ${row.reason}`;
    return [`${journal.station}: ${JSON.stringify(outcome)} was shown; its journal says ${found}`];
  });
}

/** The server holds every admission and denial of every journal exactly once, as the door decided it, and nothing else. */
export function checkUploads(
  journals: readonly StoredJournal[],
  scans: readonly StoredScan[],
): string[] {
  const verdicts = journals
    .flatMap(({ rows }) => rows)
    .filter(({ kind }) => kind === 'admitted' || kind === 'denied')
    .map(({ reference, ticket, kind, reason, scanned_at }) => {
      const result = kind === 'admitted' ? 'allowed' : 'denied';
      return { reference, text: JSON.stringify([ticket, result, reason, scanned_at]) };
    });
  const stored = new Map(
    scans.map(({ reference, ticket, result, reason, scanned_at }) => [
      reference,
      JSON.stringify([ticket, result, reason, scanned_at]),
    ]),
  );
  const problems = verdicts.flatMap(({ reference, text }) => {
    const there = stored.get(reference);
    if (there === text) return [];
    return [`${reference} is ${text} in the journal, ${there ?? 'missing'} on the server`];
  });
  const known = new Set(verdicts.map(({ reference }) => reference));
  if (known.size < verdicts.length) problems.push('two journals hold the same reference');
  if (stored.size < scans.length) problems.push('the server lists a reference twice');
  for (const reference of stored.keys()) {
    if (!known.has(reference)) problems.push(`${reference} is on the server, and in no journal`);
  }
  return problems;
}

/** Every ticket that was refused as already admitted was admitted at some door. */
export function checkRefusals(journals: readonly StoredJournal[]): string[] {
  const rows = journals.flatMap(({ station, rows: own }) => own.map((row) => ({ station, row })));
  const admitted = new Set(
    rows.flatMap(({ row }) => (row.kind === 'admitted' ? [row.ticket] : [])),
  );
  return rows.flatMap(({ station, row: { ticket, reason } }) =>
    reason === 'scanning.already_scanned' && !admitted.has(ticket)
      ? [`${station} refused ${ticket} as admitted, which no door has admitted`]
      : [],
  );
}

/**
 * Each admission of a ticket after the first is in exactly one conflict, paired with the first; there is no other such conflict and no false denial.
 */
export function checkConflicts({ scans, conflicts }: ServerTruth): string[] {
  const admissions = Map.groupBy(
    scans.filter(({ result }) => result === 'allowed'),
    ({ ticket }) => ticket,
  );
  const expected = [...admissions.values()].flatMap((rows) => {
    const [first, ...later] = rows.toSorted(
      (a, b) => a.scanned_at - b.scanned_at || (a.reference < b.reference ? -1 : 1),
    );
    return later.map((scan) => `${scan.ticket}: ${scan.reference} after ${first?.reference}`);
  });
  const found = conflicts
    .filter(({ kind }) => kind === 'double_admission')
    .map(({ ticket, scan, other_scan }) => `${ticket}: ${scan} after ${other_scan}`);
  return [
    ...expected.flatMap((pair) => {
      const count = found.filter((each) => each === pair).length;
      return count === 1 ? [] : [`${count} conflicts, not one, for ${pair}`];
    }),
    ...found.filter((pair) => !expected.includes(pair)).map((pair) => `a conflict of ${pair}`),
    ...conflicts
      .filter(({ kind }) => kind === 'false_denial')
      .map(({ ticket, scan }) => `${ticket}: ${scan} counts as a false denial`),
  ];
}
