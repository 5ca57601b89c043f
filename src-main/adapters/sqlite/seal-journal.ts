import { createHash, randomBytes } from 'node:crypto';
import {
  MAX_PART_BYTES,
  sealPart,
  signSeal,
  type SealedHead,
} from '../../../shared/sealing/sealed-journal.ts';
import type { KeyPair } from '../../../shared/sealing/okp-key.ts';
import type { Belonging } from '../../ports/station-keys.ts';
import type { ChainedRow } from './journal-reader.ts';

export interface SealedFor {
  readonly own: KeyPair;
  readonly belonging: Belonging;
  /** A REST timestamp. */
  readonly madeAt: string;
}

/**
 * Writes a sealed journal, a part at a time: however long the journal is, no more than a part of it is in memory. Returns how many
 * rows it holds.
 */
export async function sealJournal(
  pages: Iterable<readonly ChainedRow[]>,
  { own, belonging, madeAt }: SealedFor,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const head: SealedHead = {
    gatehouse: 'sealed-journal',
    version: 1,
    file: randomBytes(16).toString('base64url'),
    client_id: belonging.client_id,
    organiser: belonging.organiser,
    made_at: madeAt,
    station_key: own.x,
    sealing_key: belonging.sealing,
  };
  const checksum = createHash('sha256');
  const writeLine = async (line: string) => {
    checksum.update(`${line}\n`);
    await write(`${line}\n`);
  };
  await writeLine(JSON.stringify(head));
  let parts = 0;
  let rows = 0;
  for (const part of partsOf(pages)) {
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
  readonly rows: number;
}

function* partsOf(pages: Iterable<readonly ChainedRow[]>): Generator<Part> {
  let lines: Buffer[] = [];
  let size = 0;
  for (const page of pages) {
    for (const row of page) {
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      lines.push(line);
      size += line.byteLength;
      if (size < MAX_PART_BYTES) continue;
      yield { lines, rows: lines.length };
      lines = [];
      size = 0;
    }
  }
  if (lines.length > 0) yield { lines, rows: lines.length };
}
