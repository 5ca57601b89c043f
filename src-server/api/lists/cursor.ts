// Why: docs/decisions/0008-exact-lists.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { ParsedListQuery } from './list-parameters.ts';

/**
 * A position in an incremental sync (specification §4.1). It carries the upper bound and watermark that the first page fixed, so
 * that all pages agree, and is signed together with the client, list and filters that it belongs to.
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

/** What a cursor belongs to: the client, the list and its filters. `per_page` may change between pages. */
export function cursorBinding(
  context: RequestContext,
  { name, query }: { readonly name: string; readonly query: ParsedListQuery },
): string {
  const { page: _page, perPage: _perPage, cursor: _cursor, filters: _filters, ...chosen } = query;
  return JSON.stringify([context.caller.clientId, name, chosen]);
}

/** `binding` names what the cursor belongs to; decoding requires the same text. */
export function encodeCursor(key: Buffer, binding: string, position: CursorPosition): string {
  const { direction, updatedAt, reference, upperBound, watermark } = position;
  const payload = Buffer.from(
    JSON.stringify([direction, updatedAt, reference, upperBound, watermark]),
  );
  return Buffer.concat([sign(key, binding, payload), payload]).toString('base64url');
}

/** Returns null for anything that this server did not sign for this binding. */
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
