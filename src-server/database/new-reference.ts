import { randomFillSync } from 'node:crypto';
import { encodeTime } from 'ulid';
import { millisOf, type Instant } from '../../shared/instant.ts';
import { referenceOf, type Reference, type ReferenceKind } from '../../shared/references.ts';

/**
 * A reference of a kind; its tail is a lowercase ULID of the time `at`. Every tail contains 80 fresh random bits: a ticket's reference is its default barcode, so one reference must not help to guess another.
 * (A monotonic ULID would only count up within a millisecond.)
 */
export function newReference<Kind extends ReferenceKind>(kind: Kind, at: Instant): Reference<Kind> {
  return referenceOf(kind, encodeTime(millisOf(at)) + randomTail());
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TAIL_LENGTH = 16;
/** Bytes of the system's generator, drawn in blocks: one call per reference would cost more than inserting the row. */
const block = new Uint8Array(256 * TAIL_LENGTH);
let next = block.length;

/** 32 divides 256: every character is as likely as another. */
function randomTail(): string {
  if (next === block.length) {
    randomFillSync(block);
    next = 0;
  }
  let tail = '';
  for (const byte of block.subarray(next, next + TAIL_LENGTH)) tail += CROCKFORD[byte % 32];
  next += TAIL_LENGTH;
  return tail;
}
