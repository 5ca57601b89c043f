import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDisabledReason, writeDisabledReason, type DisabledReason } from './disabled-reason.ts';

it('a page reads back every reason for which a subscription is switched off', () => {
  const reasons: fc.Arbitrary<DisabledReason> = fc.oneof(
    fc.constantFrom({ kind: 'switched_off' } as const, { kind: 'client_revoked' } as const),
    fc.record({
      kind: fc.constant('failures' as const),
      attempts: fc.integer({ min: 1, max: 100 }),
      last: fc.oneof(
        fc.integer({ min: 100, max: 599 }),
        fc.string(),
        fc.string({ unit: 'binary' }),
      ),
    }),
  );
  fc.assert(
    fc.property(reasons, (reason) => {
      expect(readDisabledReason(writeDisabledReason(reason))).toEqual(reason);
    }),
  );
  expect(readDisabledReason('It answered 410.')).toBeNull();
});
