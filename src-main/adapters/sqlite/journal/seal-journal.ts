import { createHash, randomBytes } from 'node:crypto';
import type { WithheldLine } from '../../../../shared/sealing/journal-line.ts';
import {
  MAX_PART_BYTES,
  sealPart,
  signSeal,
  type SealedHead,
} from '../../../../shared/sealing/sealed-journal.ts';
import type { KeyPair } from '../../../../shared/contract/okp-key.ts';
import type { Belonging, StationKeys } from '../../../ports/secrets.ts';
import type { JournalReader } from './journal-reader.ts';
import type { ChainedRow } from './journal-schema.ts';

export interface SealedFor {
  readonly keys: Pick<StationKeys, 'own' | 'belonging' | 'earlier'>;
  /** A REST timestamp. */
  readonly madeAt: string;
}

export interface SealedRows {
  /** In all sections. */
  readonly rows: number;
  /** Rows that their server has not acknowledged and that are in no section, because their organiser's key is unknown. */
  readonly left: number;
}

/**
 * Writes a sealed journal part by part, so that memory use does not depend on its length. Each organiser gets a section with its own rows.
 */
export async function sealJournal(
  journal: Pick<JournalReader, 'pages'>,
  { keys, madeAt }: SealedFor,
  write: (text: string) => Promise<void>,
): Promise<SealedRows> {
  const known = [...(keys.belonging === null ? [] : [keys.belonging]), ...keys.earlier];
  const { organisers, left } = lookThrough(journal.pages(), known);
  const sections = known.filter(({ organiser }) => organisers.has(organiser));
  let rows = 0;
  for (const [index, belonging] of sections.entries()) {
    const section = { number: index + 1, of: sections.length };
    const head = headOf(belonging, { own: keys.own, madeAt, section });
    rows += await writeSection(journal.pages(), { head, own: keys.own }, write);
  }
  return { rows, left };
}

/** Which organisers have rows, and how many rows would be lost without the journal. */
function lookThrough(pages: Iterable<readonly ChainedRow[]>, known: readonly Belonging[]) {
  const hasKey = new Set(known.map(({ organiser }) => organiser));
  const organisers = new Set<string>();
  let left = 0;
  for (const page of pages) {
    for (const { organiser, upload_state: state } of page) {
      organisers.add(organiser);
      if (!hasKey.has(organiser) && (state === 'pending' || state === 'attention')) left += 1;
    }
  }
  return { organisers, left };
}

function headOf(
  belonging: Belonging,
  {
    own,
    madeAt,
    section,
  }: {
    readonly own: KeyPair;
    readonly madeAt: string;
    readonly section: { readonly number: number; readonly of: number };
  },
): SealedHead {
  return {
    gatehouse: 'sealed-journal',
    version: 1,
    file: randomBytes(16).toString('base64url'),
    ...(section.of === 1 ? {} : { section }),
    client_id: belonging.client_id,
    organiser: belonging.organiser,
    made_at: madeAt,
    station_key: own.x,
    sealing_key: belonging.sealing,
  };
}

/** Returns the number of the organiser's rows in it. */
async function writeSection(
  pages: Iterable<readonly ChainedRow[]>,
  { head, own }: { readonly head: SealedHead; readonly own: KeyPair },
  write: (text: string) => Promise<void>,
): Promise<number> {
  const checksum = createHash('sha256');
  const writeLine = async (line: string) => {
    checksum.update(`${line}\n`);
    await write(`${line}\n`);
  };
  await writeLine(JSON.stringify(head));
  let parts = 0;
  let rows = 0;
  for (const part of partsOf(pages, head.organiser)) {
    parts += 1;
    rows += part.rows;
    await writeLine(await sealPart(Buffer.concat(part.lines), head, parts));
  }
  const seal = { file: head.file, parts, rows, checksum: checksum.digest('hex') };
  await write(`${await signSeal(seal, own)}\n`);
  return rows;
}

interface Part {
  readonly lines: readonly Buffer[];
  /** Rows of the section's organiser. */
  readonly rows: number;
}

function* partsOf(pages: Iterable<readonly ChainedRow[]>, organiser: string): Generator<Part> {
  let lines: Buffer[] = [];
  let rows = 0;
  let size = 0;
  for (const page of pages) {
    for (const row of page) {
      const isOwn = row.organiser === organiser;
      const line = Buffer.from(`${JSON.stringify(isOwn ? row : withheld(row))}\n`);
      lines.push(line);
      if (isOwn) rows += 1;
      size += line.byteLength;
      if (size < MAX_PART_BYTES) continue;
      yield { lines, rows };
      lines = [];
      rows = 0;
      size = 0;
    }
  }
  if (lines.length > 0) yield { lines, rows };
}

function withheld({ sequence, previous_hash, hash }: ChainedRow): WithheldLine {
  return { sequence, previous_hash, hash, withheld: true };
}
