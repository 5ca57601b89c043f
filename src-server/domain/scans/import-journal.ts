import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { addMicros, formatInstant, isInstant, type Instant } from '../../../shared/instant.ts';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import {
  journalColumns,
  JournalLine,
  JournalRedemption,
  JournalRelease,
  WithheldLine,
} from '../../../shared/sealing/journal-line.ts';
import { Overruled } from '../../../shared/resources/scans.ts';
import { openPart } from '../../../shared/sealing/sealed-journal.ts';
import { systemClock } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { recordRedemptions } from './record-redemptions.ts';
import { recordReleases } from './record-releases.ts';
import { recordScans } from './record-scans.ts';
import type { ScanningClient } from './scanning-client.ts';
import {
  checkSealedJournal,
  findOwner,
  GRACE_MICROS,
  refusedJournal,
  sectionsHere,
  type CheckedSection,
  type JournalOwner,
  type JournalTrust,
} from './check-sealed-journal.ts';
import { readLines } from './read-lines.ts';

/** Rows recorded in one transaction: few, because a running server shares the database. */
const ROWS_PER_TURN = 50;
/** Maximum number of refused rows listed by name. */
const MAX_NAMED = 20;

/** What is recorded in another way than scans. */
const otherRows = { redemption: true, release: true };

interface RowResult {
  readonly status: 'recorded' | 'duplicate' | 'mismatch' | 'rejected';
  readonly code: string | null;
  readonly message: string | null;
  readonly disputed: boolean;
}

/** Number of rows of one kind by result. */
export interface Taken {
  readonly recorded: number;
  /** The server already has them. */
  readonly duplicate: number;
  /** Recorded, and in conflict with the server's data. */
  readonly disputed: number;
}

export interface ImportedJournal {
  readonly client_id: string;
  readonly station: string;
  readonly made_at: string;
  readonly rows: number;
  readonly scans: Taken;
  /** `disputed`: more units were handed out than bought. */
  readonly redemptions: Taken;
  readonly releases: Taken;
  /** Scans of codes that name no ticket, which the server does not store. */
  readonly local: number;
  /** Rows that differ from what the door wrote. They are not imported. */
  readonly changed: number;
  /** Sequence numbers without a row. */
  readonly missing: number;
  /** Refused rows by error code. */
  readonly refused: Readonly<Record<string, number>>;
  /** The first of them. */
  readonly refused_rows: readonly {
    readonly sequence: number;
    readonly reference: string;
    readonly code: string;
    readonly message: string;
  }[];
}

const Row = Compile(JournalLine);
const Withheld = Compile(WithheldLine);
const Redemption = Compile(JournalRedemption);
const Release = Compile(JournalRelease);
/** The part of a stored outcome that says what a supervisor overruled. */
const ShownOverruled = Compile(Type.Object({ overruled: Overruled }));
/** The part of a stored outcome that says it was denied because of another station's admission. */
const ShownOfPeer = Compile(
  Type.Object({ first_admission: Type.Object({ source: Type.Literal('peer') }) }),
);

/**
 * Imports a sealed journal as if its station had uploaded it, so a repetition changes nothing. Returns the result of each section
 * that belongs to an organiser of this server: one, unless the station has worked for several. Throws a `DomainError`, and imports
 * nothing, if the file is incomplete, not signed by the station, or meant for another server.
 */
export async function importJournal(
  database: Database,
  path: string,
  trust: JournalTrust,
): Promise<readonly ImportedJournal[]> {
  const sections = await checkSealedJournal(path);
  const now = systemClock.now();
  const owned = await database.read(async (tx) => {
    const here: OwnedSection[] = [];
    for (const section of await sectionsHere(tx, sections)) {
      here.push({ ...section, owner: await findOwner(tx, section.head, { ...trust, now }) });
    }
    return here;
  });
  const imported: ImportedJournal[] = [];
  for (const section of owned) imported.push(await importSection(database, path, section));
  return imported;
}

interface OwnedSection extends CheckedSection {
  readonly owner: JournalOwner;
}

async function importSection(
  database: Database,
  path: string,
  section: OwnedSection,
): Promise<ImportedJournal> {
  const { owner } = section;
  const intake = new Intake(database, owner);
  let waiting: JournalLine[] = [];
  for await (const row of readRows(path, section)) {
    if (intake.isElsewhere(row) || !intake.looksRight(row)) continue;
    waiting.push(row);
    if (waiting.length < ROWS_PER_TURN) continue;
    await intake.take(waiting);
    waiting = [];
    await nextTurn();
  }
  await intake.take(waiting);
  const { client } = owner;
  const { made_at } = section.head;
  const of = { client_id: client.client_id, station: client.name, made_at, rows: section.rows };
  return { ...of, ...intake.counts() };
}

async function* readRows(path: string, { head, line, parts, owner }: OwnedSection): AsyncGenerator {
  let number = -line;
  for await (const { bytes } of readLines(path)) {
    if (number > parts) return;
    if (number > 0) {
      const rows = await openPart(bytes.toString('latin1'), head, number, owner.key);
      if (rows === null) throw refusedJournal(`Part ${number} of ${path} cannot be opened.`);
      for (const text of Buffer.from(rows).toString().split('\n')) {
        if (text !== '') yield parseJson(text);
      }
    }
    number += 1;
  }
}

/** Passes the rows of one journal to the functions that record station uploads, and counts the results. */
class Intake {
  readonly #database: Database;
  readonly #client: ScanningClient;
  readonly #organiser: string;
  readonly #acceptedUntil: Instant | null;
  readonly #scans = { recorded: 0, duplicate: 0, disputed: 0 };
  readonly #redemptions = { recorded: 0, duplicate: 0, disputed: 0 };
  readonly #releases = { recorded: 0, duplicate: 0, disputed: 0 };
  #local = 0;
  #changed = 0;
  #missing = 0;
  #last: number | null = null;
  readonly #refused = new Map<string, number>();
  readonly #refusedRows: ImportedJournal['refused_rows'][number][] = [];

  constructor(database: Database, { client, organiser }: JournalOwner) {
    this.#database = database;
    this.#organiser = organiser;
    this.#client = {
      organiserId: client.organiser_id,
      clientRowId: client.id,
      allEvents: client.all_events === 1,
    };
    this.#acceptedUntil =
      client.revoked_at === null ? null : addMicros(client.revoked_at, GRACE_MICROS);
  }

  /** A row of another organiser, whose sequence number is not missing. */
  isElsewhere(row: unknown): boolean {
    if (!Withheld.Check(row)) return false;
    this.#countGap(row.sequence);
    return true;
  }

  /** False for a row that is damaged or was changed. */
  looksRight(row: unknown): row is JournalLine {
    if (!Row.Check(row)) {
      this.#changed += 1;
      return false;
    }
    const gap = this.#countGap(row.sequence);
    // The row after a gap was chained to a missing row.
    if (isInstant(row.scanned_at) && (gap > 0 || isAsWritten(row))) return true;
    this.#changed += 1;
    return false;
  }

  #countGap(sequence: number): number {
    const gap = this.#last === null ? 0 : Math.max(0, sequence - this.#last - 1);
    this.#missing += gap;
    this.#last = sequence;
    return gap;
  }

  async take(rows: readonly JournalLine[]): Promise<void> {
    const taken = rows.filter(
      (row) => this.#isForServer(row) && this.#isOwn(row) && this.#isInTime(row),
    );
    const by = Map.groupBy(taken, ({ kind }) => (kind in otherRows ? kind : 'scan'));
    await this.#record(by.get('scan'), this.#scans, async (tx, rows) => {
      const results = await recordScans(tx, this.#client, rows.map(uploadOf));
      return results.map((result) => ({ ...result, disputed: result.conflict !== null }));
    });
    await this.#record(by.get('redemption'), this.#redemptions, async (tx, rows) => {
      const results = await recordRedemptions(tx, this.#client, rows.map(redemptionOf));
      return results.map((result) => ({ ...result, disputed: result.over_redeemed }));
    });
    await this.#record(by.get('release'), this.#releases, async (tx, rows) => {
      const results = await recordReleases(tx, this.#client, rows.map(releaseOf));
      return results.map((result) => ({ ...result, disputed: false }));
    });
  }

  async #record(
    rows: readonly JournalLine[] = [],
    counts: Record<keyof Taken, number>,
    record: (tx: WriteTransaction, rows: readonly JournalLine[]) => Promise<readonly RowResult[]>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const results = await this.#database.write((tx) => record(tx, rows), {
      isolation: 'read committed',
    });
    results.forEach((result, index) => {
      const row = rows[index];
      if (row === undefined) return;
      if (result.status === 'rejected' || result.status === 'mismatch') {
        this.#refuse(row, result.code ?? result.status, result.message ?? '');
        return;
      }
      counts[result.status] += 1;
      if (result.disputed) counts.disputed += 1;
    });
  }

  counts() {
    return {
      scans: this.#scans,
      redemptions: this.#redemptions,
      releases: this.#releases,
      local: this.#local,
      changed: this.#changed,
      missing: this.#missing,
      refused: Object.fromEntries(this.#refused),
      refused_rows: this.#refusedRows,
    };
  }

  #isForServer({ kind }: JournalLine): boolean {
    const isKnown = kind === 'admitted' || kind === 'denied' || kind in otherRows;
    if (!isKnown) this.#local += 1;
    return isKnown;
  }

  /** A station that changed organisers may still hold scans of the former one. */
  #isOwn(row: JournalLine): boolean {
    if (row.organiser === this.#organiser) return true;
    this.#refuse(row, 'organiser.other', 'It was scanned for another organiser.');
    return false;
  }

  /** A station that does not know of its revocation may go on scanning; its scans count for as long as its journal is accepted. */
  #isInTime(row: JournalLine): boolean {
    if (this.#acceptedUntil === null || row.scanned_at <= this.#acceptedUntil) return true;
    const message = `It was scanned after ${formatInstant(this.#acceptedUntil)}, a day after the station was revoked.`;
    this.#refuse(row, 'station.revoked', message);
    return false;
  }

  #refuse({ sequence, reference }: JournalLine, code: string, message: string): void {
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
    if (this.#refusedRows.length >= MAX_NAMED) return;
    this.#refusedRows.push({ sequence, reference, code, message });
  }
}

/** If the beginning of the chain is lost, its first row cannot be checked. */
function isAsWritten(row: JournalLine): boolean {
  if (row.previous_hash === '') return true;
  const values = journalColumns.map((column) => row[column]);
  return hash('sha256', JSON.stringify([row.previous_hash, ...values]), 'hex') === row.hash;
}

function redemptionOf(row: JournalLine): unknown {
  const redemption = parseJson(row.shown);
  return {
    ...(Redemption.Check(redemption)
      ? { order_line: redemption.order_line, quantity: redemption.quantity }
      : {}),
    client_reference: row.reference,
    redeemed_at: isInstant(row.scanned_at) ? formatInstant(row.scanned_at) : null,
    scanner_location: row.location_reference,
  };
}

function releaseOf(row: JournalLine): unknown {
  const release = parseJson(row.shown);
  return {
    ...(Release.Check(release)
      ? { scan: release.scan, kind: release.kind, note: release.note }
      : {}),
    reference: row.reference,
    ticket: row.ticket,
    released_at: isInstant(row.scanned_at) ? formatInstant(row.scanned_at) : null,
    scanner_location: row.location_reference,
    clock_offset_ms: row.clock_offset_ms,
    sequence: row.sequence,
  };
}

/** The row as an upload item; the upload rejects anything invalid. */
function uploadOf(row: JournalLine): unknown {
  const shown = parseJson(row.shown);
  return {
    reference: row.reference,
    ticket: row.ticket,
    result: row.kind === 'admitted' ? 'allowed' : 'denied',
    reason: row.reason,
    scanned_at: isInstant(row.scanned_at) ? formatInstant(row.scanned_at) : null,
    session: row.session,
    scanner_location: row.location_reference,
    clock_offset_ms: row.clock_offset_ms,
    sequence: row.sequence,
    snapshot: { watermark: row.watermark },
    code: row.code,
    ...(ShownOfPeer.Check(shown) ? { admission_source: 'peer' } : {}),
    ...(ShownOverruled.Check(shown) ? { overruled: shown.overruled } : {}),
  };
}
