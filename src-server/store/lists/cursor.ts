import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Place, Total } from './read-list.ts';

const Payload = Compile(
  Type.Tuple([
    Type.Integer({ minimum: 0 }),
    Type.Union([Type.String(), Type.Integer()]),
    Type.Union([Type.String(), Type.Integer()]),
    Type.Integer({ minimum: 0 }),
    Type.Boolean(),
  ]),
);

const SUM_LENGTH = 16;

/** Where the page before ended, and what was counted for the first one. */
export interface Continuation {
  readonly place: Place;
  readonly total: Total;
}

/** `binding` says which list it belongs to. Its sum is no secret: a cursor names a place in rows that the filters leave anyway. */
export function writeCursor(binding: string, { place, total }: Continuation): string {
  const { walk, key, tie } = place;
  const payload = JSON.stringify([walk, key, tie, total.count, total.isExact]);
  return Buffer.from(sumOf(binding, payload) + payload).toString('base64url');
}

/** Null for a cursor that is damaged, or of another list, order or filter. */
export function readCursor(binding: string, cursor: string): Continuation | null {
  const read = Buffer.from(cursor, 'base64url').toString();
  const payload = read.slice(SUM_LENGTH);
  if (writtenAs(read) === cursor && read.startsWith(sumOf(binding, payload))) {
    const fields: unknown = JSON.parse(payload);
    if (Payload.Check(fields)) {
      const [walk, key, tie, count, isExact] = fields;
      return { place: { walk, key, tie }, total: { count, isExact } };
    }
  }
  return null;
}

function writtenAs(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function sumOf(binding: string, payload: string): string {
  return createHash('sha256')
    .update(`${binding.length}:${binding}${payload}`)
    .digest('hex')
    .slice(0, SUM_LENGTH);
}
