import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';
import { referenceOf, type Reference, type ReferenceKind } from '../../shared/references.ts';

/** Creates a reference of a kind. Its tail is a lowercase ULID. */
export type NewReference = <Kind extends ReferenceKind>(kind: Kind) => Reference<Kind>;

/**
 * Every tail contains 80 fresh random bits: a ticket's reference is its default barcode, so one reference must not help to guess another.
 * (A monotonic ULID would only count up within a millisecond.)
 */
export function createNewReference(
  nowMs: () => number,
  random: () => number = createRandom(),
): NewReference {
  return (kind) => referenceOf(kind, ulid(nowMs(), random));
}

/**
 * Uniform numbers in [0, 1) from the system's generator, drawn in blocks: one call per character would cost more than inserting the row.
 */
function createRandom(): () => number {
  const block = new Uint8Array(4096);
  let next = block.length;
  return () => {
    if (next === block.length) {
      randomFillSync(block);
      next = 0;
    }
    const byte = block[next] ?? 0;
    next += 1;
    return byte / 256;
  };
}
