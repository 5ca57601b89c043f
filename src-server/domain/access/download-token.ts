// The address of a download holds what it is of, for whom, and until when it works, encrypted with a key of this installation, so that nothing is
// stored for one that nobody fetches; it is stored, as a hash, once it was used.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { delimiters } from '../../../shared/csv-row.ts';
import {
  addMicros,
  instantFromMicros,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { lasts } from '../../rules/lasts.ts';
import { addNonce } from '../../store/access/console-nonces.ts';
import { keyOf } from '../../store/access/keys.ts';

const DOWNLOAD_MICROS = MICROS_PER_MINUTE;

const downloadKinds = ['tickets', 'orders', 'contacts', 'scans', 'attendance', 'audit'] as const;
export type DownloadKind = (typeof downloadKinds)[number];

const Download = Type.Object({
  kind: Type.Enum([...downloadKinds]),
  /** `evt_…` of what belongs to an event, otherwise `org_…`. */
  of: Type.String(),
  /** That it was made in: the address ends with it. */
  session: Type.Object({ id: Type.Integer(), created_at: Type.Integer() }),
  /** `mem_…` */
  member: Type.String(),
  /** What separates cells; a comma if nothing is said. */
  delimiter: Type.Optional(Type.Enum([...delimiters])),
  /** What its list is narrowed by; times are instants. */
  chosen: Type.Optional(
    Type.Object({
      from: Type.Optional(Type.Integer()),
      until: Type.Optional(Type.Integer()),
      search: Type.Optional(Type.String()),
    }),
  ),
});
export type Download = Static<typeof Download>;

const Sealed = Compile(Type.Object({ ...Download.properties, until: Type.Integer() }));

/** Returns a token that works once, for a minute. */
export async function sealDownload(
  tx: WriteTransaction,
  download: Download,
): Promise<{ readonly token: string; readonly expiresAt: Instant }> {
  const until = addMicros(tx.now, DOWNLOAD_MICROS);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, await sealingKey(tx), iv);
  const sealed = [cipher.update(JSON.stringify({ ...download, until })), cipher.final()];
  const token = Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  return { token, expiresAt: until };
}

/** Null for one that was used, has expired, or was not made here. It works no more. */
export async function takeDownload(tx: WriteTransaction, token: string): Promise<Download | null> {
  const sealed = Buffer.from(token, 'base64url');
  const opened = open(await sealingKey(tx), sealed);
  if (opened === null) return null;
  const { until, ...download } = Sealed.Parse(JSON.parse(opened));
  const expiresAt = instantFromMicros(until);
  const madeAt = addMicros(expiresAt, -DOWNLOAD_MICROS);
  const hash = createHash('sha256').update(sealed).digest();
  if (!lasts(madeAt, DOWNLOAD_MICROS, tx.now) || !(await addNonce(tx, hash, expiresAt)))
    return null;
  return download;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function open(key: Buffer, sealed: Buffer): string | null {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  try {
    const opened = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString();
  } catch {
    return null;
  }
}

async function sealingKey(tx: WriteTransaction): Promise<Buffer> {
  const key = await keyOf(tx, 'console');
  return Buffer.from(hkdfSync('sha256', key, '', 'download', 32));
}
