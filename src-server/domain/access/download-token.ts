// The address of a download says what it is of, for whom, and until when it works, under a key of this installation, so that nothing is stored
// for one that nobody fetches; it is stored, as a hash, once it was used.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
});
export type Download = Static<typeof Download>;

const Sealed = Compile(
  Type.Object({ ...Download.properties, until: Type.Integer(), nonce: Type.String() }),
);

/** Returns a token that works once, for a minute. */
export async function sealDownload(
  tx: WriteTransaction,
  download: Download,
): Promise<{ readonly token: string; readonly expiresAt: Instant }> {
  const until = addMicros(tx.now, DOWNLOAD_MICROS);
  const sealed = { ...download, until, nonce: randomBytes(16).toString('base64url') };
  const content = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  const mac = (await macOf(tx, content)).toString('base64url');
  return { token: `${content}.${mac}`, expiresAt: until };
}

/** Null for one that was used, has expired, or was not made here. It works no more. */
export async function takeDownload(tx: WriteTransaction, token: string): Promise<Download | null> {
  const [content = '', given = ''] = token.split('.');
  const mac = Buffer.from(given, 'base64url');
  const own = await macOf(tx, content);
  if (mac.length !== own.length || !timingSafeEqual(mac, own)) return null;
  const {
    until,
    nonce: _nonce,
    ...download
  } = Sealed.Parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  const expiresAt = instantFromMicros(until);
  const madeAt = addMicros(expiresAt, -DOWNLOAD_MICROS);
  if (!lasts(madeAt, DOWNLOAD_MICROS, tx.now) || !(await addNonce(tx, mac, expiresAt))) return null;
  return download;
}

async function macOf(tx: WriteTransaction, content: string): Promise<Buffer> {
  const key = await keyOf(tx, 'console');
  return createHmac('sha256', key).update(`download ${content}`).digest();
}
