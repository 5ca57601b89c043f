import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { instantFromMicros, type Instant } from '../../shared/instant.ts';

/**
 * A place in an incremental walk (specification §4.1). It carries what the first page fixed (upper bound, watermark) so that every
 * page of the walk agrees, and is signed together with what it belongs to: client, list and filters.
 */
export interface CursorPosition {
  readonly direction: 'next' | 'prev';
  /** The row that the page starts after (`next`) or before (`prev`). */
  readonly updatedAt: Instant;
  readonly reference: string;
  readonly upperBound: Instant;
  readonly watermark: Instant;
}

const MAC_BYTES = 16;
const MAX_CURSOR_LENGTH = 512;

const Payload = Compile(
  Type.Tuple([
    Type.Enum(['next', 'prev']),
    Type.Integer(),
    Type.String(),
    Type.Integer(),
    Type.Integer(),
  ]),
);

/** `binding` names what the cursor belongs to; only the same text reads it again. */
export function encodeCursor(key: Buffer, binding: string, position: CursorPosition): string {
  const { direction, updatedAt, reference, upperBound, watermark } = position;
  const payload = Buffer.from(
    JSON.stringify([direction, updatedAt, reference, upperBound, watermark]),
  );
  return Buffer.concat([sign(key, binding, payload), payload]).toString('base64url');
}

/** Null for whatever this server did not sign for this binding. */
export function decodeCursor(key: Buffer, binding: string, text: string): CursorPosition | null {
  if (text.length > MAX_CURSOR_LENGTH) return null;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return null;
  const payload = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(key, binding, payload))) return null;
  const fields: unknown = JSON.parse(payload.toString());
  if (!Payload.Check(fields)) return null;
  const [direction, updatedAt, reference, upperBound, watermark] = fields;
  return {
    direction,
    updatedAt: instantFromMicros(updatedAt),
    reference,
    upperBound: instantFromMicros(upperBound),
    watermark: instantFromMicros(watermark),
  };
}

function sign(key: Buffer, binding: string, payload: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${binding.length}:${binding}`)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}
