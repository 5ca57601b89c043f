import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { assertNever } from '../../shared/assert-never.ts';
import { instantFromMicros } from '../../shared/instant.ts';
import type { ReEntry, ReleaseKind } from '../../shared/verdict/terms/releases.ts';
import { shownOf } from '../../src-main/adapters/sqlite/journal/journal-rows.ts';
import { readRelease } from '../../src-main/adapters/sqlite/journal/release-rows.ts';
import type { JournalReader } from '../../src-main/adapters/sqlite/journal/journal-reader.ts';
import type { ChainedRow } from '../../src-main/adapters/sqlite/journal/journal-schema.ts';
import type { ChainReport } from '../../src-main/ports/journal.ts';
import { endsOf, isGivenBack } from '../simulation/world/known-admissions.ts';
import type { Ended, Shown } from '../support/station/station-process.ts';

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
  /** As JSON, with the station. */
  readonly overruled: string | null;
  readonly scanned_at: number;
  readonly updated_at: number;
}

export interface StoredRelease {
  readonly reference: string;
  readonly ticket: string;
  readonly scan: string | null;
  readonly kind: ReleaseKind;
  readonly note: string | null;
  readonly released_at: number;
  readonly updated_at: number;
}

/** Times are in microseconds; rows are ordered by reference. */
export interface StoredReplica {
  readonly tickets: readonly StoredTicket[];
  readonly scans: readonly StoredScan[];
  readonly releases: readonly StoredRelease[];
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
    ...compareRows('release', replica.releases, server.releases),
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

/** Every verdict that was shown has a journal row with the same content, and so has every end of an admission. */
export function checkShown(
  { shown, ends }: { readonly shown: readonly Shown[]; readonly ends: readonly Ended[] },
  journal: StoredJournal,
): string[] {
  const rows = new Map(journal.rows.map((row) => [row.reference, row]));
  const said = [
    // Nothing is recorded of a ticket that is read once more at the door that has just let its guest in.
    ...shown
      .filter(({ note }) => note !== 'just_in')
      .map(({ reference, number, ticket, kind, reason, overruled }) => ({
        reference,
        text: JSON.stringify([number, ticket, kind, reason, overruled?.note ?? null]),
        describe: describeShown,
      })),
    ...ends.map(({ reference, kind, scan }) => ({
      reference,
      text: JSON.stringify([kind, scan]),
      describe: describeEnd,
    })),
  ];
  return said.flatMap(({ reference, text, describe }) => {
    const row = rows.get(reference);
    const there = row === undefined ? 'nothing' : describe(row);
    if (there === text) return [];
    return [`${journal.station}: ${reference} was shown as ${text}; its journal says ${there}`];
  });
}

function describeShown(row: ChainedRow): string {
  const { sequence, ticket, kind, reason } = row;
  const note = shownOf(row)?.overruled?.note ?? null;
  return JSON.stringify([sequence, ticket, kind === 'release' ? 'left' : kind, reason, note]);
}

function describeEnd({ shown }: ChainedRow): string {
  const release = readRelease(shown);
  return JSON.stringify([release?.kind, release?.scan]);
}

/** The server holds every admission, denial and release of every journal exactly once, as the door decided it, and nothing else. */
export function checkUploads(
  journals: readonly StoredJournal[],
  { scans, releases }: Pick<StoredReplica, 'scans' | 'releases'>,
): string[] {
  const kept = journals.flatMap(({ rows }) => rows).flatMap(uploadOf);
  const stored: readonly Upload[] = [
    ...scans.map((scan) => {
      const { reference, ticket, result, reason, overruled, scanned_at } = scan;
      const { note = null } = overruled === null ? {} : readOverruled(overruled);
      return uploaded(reference, [ticket, result, reason, note, scanned_at]);
    }),
    ...releases.map(({ reference, ticket, kind, note, released_at }) =>
      uploaded(reference, [ticket, kind, note, released_at]),
    ),
  ];
  const there = new Map(stored.map(({ reference, text }) => [reference, text]));
  const problems = kept.flatMap(({ reference, text }) => {
    const found = there.get(reference);
    if (found === text) return [];
    return [`${reference} is ${text} in the journal, ${found ?? 'missing'} on the server`];
  });
  const known = new Set(kept.map(({ reference }) => reference));
  if (known.size < kept.length) problems.push('two journals hold the same reference');
  if (there.size < stored.length) problems.push('the server lists a reference twice');
  for (const reference of there.keys()) {
    if (!known.has(reference)) problems.push(`${reference} is on the server, and in no journal`);
  }
  return problems;
}

interface Upload {
  readonly reference: string;
  readonly text: string;
}

const uploaded = (reference: string, content: readonly unknown[]): Upload => ({
  reference,
  text: JSON.stringify(content),
});

/** What the server must have of a row; nothing of a code that named no ticket. */
function uploadOf(row: ChainedRow): readonly Upload[] {
  const { reference, ticket, kind, reason, scanned_at, shown } = row;
  switch (kind) {
    case 'admitted':
    case 'denied': {
      const result = kind === 'admitted' ? 'allowed' : 'denied';
      const note = shownOf(row)?.overruled?.note ?? null;
      return [uploaded(reference, [ticket, result, reason, note, scanned_at])];
    }
    case 'release': {
      const release = readRelease(shown);
      return [uploaded(reference, [ticket, release?.kind, release?.note, scanned_at])];
    }
    case 'redemption':
    case 'unknown_ticket':
    case 'unreadable':
      return [];
    default:
      return assertNever(kind);
  }
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

/** Each release ends the admission that its door named, or the earliest that was open then, and the guests of all others are inside. */
export function checkReleases(journals: readonly StoredJournal[], truth: StoredReplica): string[] {
  const ends = new Map(
    endsOfAll(journals, truth).flatMap(({ scan, by }) =>
      by.map(({ reference }) => [reference, scan] as const),
    ),
  );
  return truth.releases.flatMap(({ reference, scan }) => {
    const expected = ends.get(reference) ?? null;
    return scan === expected ? [] : [`${reference} ends ${scan}, not ${expected}`];
  });
}

/** How many tickets have an open admission. */
export function countInside({ scans, releases }: StoredReplica): number {
  const ended = new Set(releases.map(({ scan }) => scan));
  const open = scans.filter(
    ({ result, reference }) => result === 'allowed' && !ended.has(reference),
  );
  return new Set(open.map(({ ticket }) => ticket)).size;
}

/** What two stations' corrected clocks may differ by, in microseconds. */
const CLOCKS_APART = 2_000_000;

/**
 * Each admission of a ticket that an earlier one kept out is in exactly one conflict, paired with the earliest such, unless a supervisor overruled
 * that; there is no other such conflict. A refusal is a false denial exactly if every admission was given back of which its door can have known.
 */
export function checkConflicts(
  journals: readonly StoredJournal[],
  truth: ServerTruth,
  reEntry: ReEntry,
): string[] {
  const standings = Map.groupBy(endsOfAll(journals, truth), ({ ticket }) => ticket);
  const toldByPeer = new Set(
    journals.flatMap(({ rows }) => rows.filter(isToldByPeer).map(({ reference }) => reference)),
  );
  const isVoid = new Set(
    truth.tickets.filter(({ status }) => VOID.has(status)).map(({ reference }) => reference),
  );
  const expected = truth.scans.flatMap(({ reference, ticket, result, reason, ...scan }) => {
    const at = scan.scanned_at;
    const standing = (standings.get(ticket ?? '') ?? [])
      .map((one) => ({ ...one, until: givenBackAt(one, reEntry) }))
      .toSorted(
        (one, other) => one.scanned_at - other.scanned_at || (one.scan < other.scan ? -1 : 1),
      );
    if (result === 'allowed') {
      if (scan.overruled !== null && readOverruled(scan.overruled).reason === USED) return [];
      const earlier = standing.slice(
        0,
        standing.findIndex((one) => one.scan === reference),
      );
      const first = earlier.find(({ until }) => until > at + CLOCKS_APART);
      return first === undefined ? [] : [`double_admission of ${reference} after ${first.scan}`];
    }
    if (reason !== USED || isVoid.has(ticket ?? '') || toldByPeer.has(reference)) return [];
    const isKnown = standing.some(
      ({ scanned_at, until }) => scanned_at <= at + CLOCKS_APART && until >= at - CLOCKS_APART,
    );
    return isKnown ? [] : [`false_denial of ${reference} after null`];
  });
  const found = truth.conflicts
    .filter(({ kind, ticket }) =>
      kind === 'false_denial' ? !isVoid.has(ticket) : kind === 'double_admission',
    )
    .map(({ kind, scan, other_scan }) => `${kind} of ${scan} after ${other_scan}`);
  return [
    ...expected.flatMap((conflict) => {
      const count = found.filter((each) => each === conflict).length;
      return count === 1 ? [] : [`${count} conflicts, not one, for ${conflict}`];
    }),
    ...found.filter((conflict) => !expected.includes(conflict)),
  ];
}

const USED = 'scanning.already_scanned';
const VOID: ReadonlySet<string> = new Set(['cancelled', 'refunded']);

function isToldByPeer(row: ChainedRow): boolean {
  return shownOf(row)?.first_admission?.source === 'peer';
}

const Overruled = Type.Object({ reason: Type.String(), note: Type.String() });

function readOverruled(stored: string): Static<typeof Overruled> {
  return Value.Parse(Overruled, JSON.parse(stored));
}

/** What ended every admission, by the names that doors gave, worked out in another way than the program does. */
function endsOfAll(journals: readonly StoredJournal[], { scans, releases }: StoredReplica) {
  const named = new Map(
    journals
      .flatMap(({ rows }) => rows)
      .map(({ reference, kind, shown }) => [
        reference,
        kind === 'release' ? (readRelease(shown)?.scan ?? null) : null,
      ]),
  );
  const admitted = Map.groupBy(
    scans.filter(({ result }) => result === 'allowed'),
    ({ ticket }) => ticket ?? '',
  );
  return [...admitted].flatMap(([ticket, rows]) => {
    const released = releases
      .filter((release) => release.ticket === ticket)
      .map((release) => ({ ...release, scan: named.get(release.reference) ?? null }));
    return endsOf(rows.map(asAdmitted), released.map(asReleased)).map((one) => ({
      ...one,
      ticket,
    }));
  });
}

const asAdmitted = ({ reference, scanned_at }: StoredScan) => ({
  reference,
  scanned_at: instantFromMicros(scanned_at),
});
const asReleased = (release: StoredRelease) => ({
  ...release,
  released_at: instantFromMicros(release.released_at),
});

/** Infinity while it keeps the ticket out. */
function givenBackAt({ by }: ReturnType<typeof endsOf>[number], reEntry: ReEntry): number {
  const back = by.filter((one) => isGivenBack({ by: [one] }, reEntry === 'allowed'));
  return Math.min(Infinity, ...back.map(({ released_at }) => released_at));
}
