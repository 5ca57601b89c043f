// Why: docs/decisions/0006-revocation.md
import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Timestamp } from '../contract/fields.ts';
import { parseJson } from '../contract/parse-json.ts';
import { KeyBytes, sealingKey, type KeyPair } from '../contract/okp-key.ts';
import { readSigned, signText } from './signed-text.ts';

/**
 * A sealed journal is a text of lines, each ended by a line feed. It has a section for each organiser that its station has worked
 * for; each organiser can open only their own:
 *
 * 1. the head, JSON: whose journal it is, and the public keys of the station and of the organiser that it is for;
 * 2. any number of parts, each a compact JWE (ECDH-ES on X25519, A256GCM) of rows as `journal export` writes them;
 * 3. the seal, a compact JWS (Ed25519, the station's key) of how many parts and rows there are, and the SHA-256 of all lines before
 * it.
 *
 * Each part names its section and its position in it, so that parts cannot be swapped, and each head states the number of sections.
 * In place of another organiser's row, a section contains only what the hash chain needs.
 */
export const SealedHead = Type.Object({
  gatehouse: Type.Literal('sealed-journal'),
  version: Type.Literal(1),
  /** Random, unique to this section. */
  file: Type.String({ pattern: '^[\\w-]{22}$' }),
  /** Omitted if there is one section. */
  section: Type.Optional(
    Type.Object({ number: Type.Integer({ minimum: 1 }), of: Type.Integer({ minimum: 1 }) }),
  ),
  client_id: Type.String({ maxLength: 200 }),
  organiser: Type.String({ maxLength: 64 }),
  made_at: Timestamp(),
  station_key: KeyBytes(),
  sealing_key: KeyBytes(),
});
export type SealedHead = Static<typeof SealedHead>;

export const Seal = Type.Object({
  file: Type.String(),
  parts: Type.Integer({ minimum: 0 }),
  rows: Type.Integer({ minimum: 0 }),
  /** SHA-256, as hex, of the head and the parts with their line feeds. */
  checksum: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type Seal = Static<typeof Seal>;

/** A part ends with the row that reaches this many bytes before encryption. */
export const MAX_PART_BYTES = 256 * 1024;
/** No line is longer, bytes. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;

const TYPE = 'gatehouse-journal-seal';
const Head = Compile(SealedHead);
const SealText = Compile(Seal);
const Place = Compile(Type.Object({ file: Type.String(), part: Type.Integer() }));

/** Returns null for anything but the first line of a sealed journal. */
export function readHead(line: string): SealedHead | null {
  const head = parseJson(line);
  return Head.Check(head) ? head : null;
}

/** `rows`: UTF-8, a line each. `part` counts from 1. */
export function sealPart(rows: Uint8Array, head: SealedHead, part: number): Promise<string> {
  return new CompactEncrypt(rows)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', file: head.file, part })
    .encrypt(sealingKey(head.sealing_key));
}

/** Returns null if the part was not encrypted to this key, was changed, or is another part. */
export async function openPart(
  line: string,
  { file }: SealedHead,
  part: number,
  key: KeyPair,
): Promise<Uint8Array | null> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      line,
      { ...sealingKey(key.x), d: key.d },
      { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    const isPlace = Place.Check(protectedHeader);
    if (!isPlace || protectedHeader.file !== file || protectedHeader.part !== part) return null;
    return plaintext;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

export function signSeal(seal: Seal, key: KeyPair): Promise<string> {
  return signText(JSON.stringify(seal), TYPE, key);
}

/** Returns null unless it was signed with the station's key. */
export async function readSeal(line: string, stationKey: string): Promise<Seal | null> {
  const text = await readSigned(line, TYPE, stationKey);
  const seal = text === null ? undefined : parseJson(text);
  return SealText.Check(seal) ? seal : null;
}

/** Whether a line looks like a seal; does not verify it. */
export function looksLikeSeal(line: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(line);
}
