import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oddReceivers } from '../../../test/support/webhooks/odd-receivers.ts';
import { ResponseReader } from './response-reader.ts';

function readAll(pieces: readonly Buffer[]) {
  const reader = new ResponseReader();
  for (const piece of pieces) if (!reader.isEnded) reader.read(piece);
  const { status, fault, stoppedAt, keepMs } = reader;
  return { status, fault, stoppedAt, keepMs, body: reader.body.subarray(0, 2_000).toString('hex') };
}

const answers = oddReceivers
  .map(({ answer }) => Buffer.concat([answer].flat().map((piece) => Buffer.from(piece))))
  .filter(({ length }) => length > 0 && length < 5_000);

/** Answers of endpoints, cut and joined as nobody would write them, and bytes without meaning. */
const bytes = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(...answers)
        .chain((answer) => fc.nat(answer.length).map((length) => answer.subarray(0, length))),
      fc.constantFrom(...answers),
      fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array)),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => Buffer.concat(parts));

it('a response reads the same however the network cuts it', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(5_000), { maxLength: 8 }), (whole, at) => {
      const cuts = [0, ...at.map((cut) => Math.min(cut, whole.length)), whole.length].toSorted(
        (a, b) => a - b,
      );
      const pieces = cuts.slice(1).map((cut, index) => whole.subarray(cuts[index], cut));
      const read = readAll([whole]);
      const readInPieces = readAll(pieces);
      // Bytes behind the end that come later are noticed by the connection, which nobody has asked.
      const keepMs = read.keepMs === 0 ? readInPieces.keepMs : read.keepMs;
      expect({ ...readInPieces, keepMs }).toEqual({ ...read, keepMs });
    }),
  );
});

it('a connection is kept only behind a response that ends with the last byte', () => {
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 5 }), (whole, surplus) => {
      fc.pre(readAll([whole]).keepMs > 0);
      expect(readAll([Buffer.concat([whole, surplus])]).keepMs).toBe(0);
      expect(readAll([whole.subarray(0, -1)]).keepMs).toBe(0);
    }),
  );
});
