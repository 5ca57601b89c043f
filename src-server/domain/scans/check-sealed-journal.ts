import { createHash, type Hash } from 'node:crypto';
import { formatInstant, MICROS_PER_DAY, addMicros, type Instant } from '../../../shared/instant.ts';
import type { KeyPair } from '../../../shared/contract/okp-key.ts';
import {
  looksLikeSeal,
  readHead,
  readSeal,
  type SealedHead,
} from '../../../shared/sealing/sealed-journal.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findClient, type ClientRow } from '../../store/access/clients.ts';
import { findOrganiserKeys } from '../../store/access/organiser-keys.ts';
import { getOrganiser } from '../../store/access/organisers.ts';
import { listStationKeys } from '../../store/access/stations.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { pairOf } from '../access/organiser-keys.ts';
import { readLines } from './read-lines.ts';

/** How long after its revocation a station's journal is accepted. */
export const GRACE_MICROS = MICROS_PER_DAY;

/** A complete section of a file, with a valid signature of its station. */
export interface CheckedSection {
  readonly head: SealedHead;
  /** Line number of its header, from 0. */
  readonly line: number;
  readonly parts: number;
  readonly rows: number;
}

/** The station that wrote a sealed journal, and the key that opens it. */
export interface JournalOwner {
  readonly client: ClientRow;
  /** The reference of the organiser that the client belongs to. */
  readonly organiser: string;
  readonly key: KeyPair;
}

/** Reads the whole file and verifies its signatures. Throws a `DomainError` that says what is wrong. */
export async function checkSealedJournal(path: string): Promise<readonly CheckedSection[]> {
  const sections: CheckedSection[] = [];
  let open: OpenSection | null = null;
  let line = 0;
  for await (const { bytes, isWhole } of readLines(path)) {
    if (open === null) {
      const head = readHead(bytes.toString());
      if (head === null && line === 0) throw notSealed(path);
      if (head === null) throw notWhole(path);
      open = { head, line, checksum: createHash('sha256').update(bytes).update('\n'), parts: 0 };
    } else if (looksLikeSeal(bytes.toString('latin1'))) {
      if (!isWhole) throw notWhole(path);
      sections.push(await closeSection(path, open, bytes.toString('latin1')));
      open = null;
    } else {
      open.checksum.update(bytes).update('\n');
      open.parts += 1;
    }
    line += 1;
  }
  if (line === 0) throw notSealed(path);
  const { number, of } = sections.at(-1)?.head.section ?? { number: 1, of: 1 };
  const areAll = sections.length === of && number === of;
  if (open !== null || !areAll) throw notWhole(path);
  return sections;
}

interface OpenSection {
  readonly head: SealedHead;
  readonly line: number;
  readonly checksum: Hash;
  parts: number;
}

async function closeSection(
  path: string,
  { head, line, checksum, parts }: OpenSection,
  end: string,
): Promise<CheckedSection> {
  const seal = await readSeal(end, head.station_key);
  const isWhole = seal?.file === head.file && seal.parts === parts;
  if (seal === null || !isWhole || seal.checksum !== checksum.digest('hex')) {
    throw refusedJournal(
      `${path} is not what the station wrote: its signature does not fit. Copy it from the station again.`,
    );
  }
  return { head, line, parts, rows: seal.rows };
}

function notSealed(path: string): DomainError {
  return refusedJournal(
    `${path} is not a sealed journal. "gatehouse journal export --sealed" writes one.`,
  );
}

function notWhole(path: string): DomainError {
  return refusedJournal(
    `${path} is not whole: its end is missing. Copy it from the station again.`,
  );
}

/** The sections whose stations this server knows; if it knows none, the first one, so that an error can name it. */
export async function sectionsHere(
  tx: ReadTransaction,
  sections: readonly CheckedSection[],
): Promise<readonly CheckedSection[]> {
  const here: CheckedSection[] = [];
  for (const section of sections) {
    if ((await findClient(tx, section.head.client_id)) !== undefined) here.push(section);
  }
  return here.length > 0 ? here : sections.slice(0, 1);
}

/** Checks that the operator waives, knowing where the file comes from. */
export interface JournalTrust {
  /** Accept it even more than a day after the station was revoked. */
  readonly acceptsLate: boolean;
  /** Accept a key that the station has never registered: it was revoked or lost before its first heartbeat arrived. */
  readonly acceptsUnknownKey: boolean;
}

/** Finds the client that the journal belongs to. Throws a `DomainError`. */
export async function findOwner(
  tx: ReadTransaction,
  head: SealedHead,
  { now, acceptsLate, acceptsUnknownKey }: JournalTrust & { readonly now: Instant },
): Promise<JournalOwner> {
  const client = await findClient(tx, head.client_id);
  if (client === undefined) {
    throw refusedJournal(
      `The journal belongs to station ${head.client_id}, which this server does not know. Import it at the server that the station was connected to.`,
    );
  }
  const keys = await findOrganiserKeys(tx, client.organiser_id);
  const known = await listStationKeys(tx, client.id);
  if (!acceptsUnknownKey && !known.some((key) => key.toString('base64url') === head.station_key)) {
    throw refusedJournal(
      `The journal is signed with a key that ${client.name} (${client.client_id}) has never shown this server. If you know the device that the file comes from, repeat with --unknown-key.`,
    );
  }
  if (keys?.sealing_public.toString('base64url') !== head.sealing_key) {
    throw refusedJournal(
      'The journal is sealed for another server. Import it there: only that server can open it.',
    );
  }
  const until = client.revoked_at === null ? null : addMicros(client.revoked_at, GRACE_MICROS);
  if (until !== null && now > until && !acceptsLate) {
    throw refusedJournal(
      `${client.name} (${client.client_id}) was revoked, and its journal could be imported until ${formatInstant(until)}. If you trust the device all the same, repeat with --late.`,
    );
  }
  const { reference: organiser } = await getOrganiser(tx, client.organiser_id);
  return { client, organiser, key: pairOf(keys.sealing_public, keys.sealing_secret) };
}

export function refusedJournal(message: string): DomainError {
  return new DomainError('validation.failed', message);
}
