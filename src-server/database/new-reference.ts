import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';
import { referenceOf, type Reference, type ReferenceKind } from '../../shared/references.ts';

/** Makes a new reference of a kind. Its tail is a lowercase ULID. */
export type NewReference = <Kind extends ReferenceKind>(kind: Kind) => Reference<Kind>;

/**
 * Every tail carries 80 fresh random bits: a ticket's reference is what its barcode says, so knowing one must not help to guess
 * its neighbour. (A monotonic ULID would only count up within a millisecond.)
 */
export function createNewReference(
  nowMs: () => number,
  random: () => number = createRandom(),
): NewReference {
  return (kind) => referenceOf(kind, ulid(nowMs(), random));
}

/** Uniform numbers in [0, 1) from the system's generator, drawn in blocks: one call a character would cost more than the row. */
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
