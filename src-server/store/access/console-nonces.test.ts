import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { addNonce, forgetExpiredNonces } from './console-nonces.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

/** On PostgreSQL the fixture's clock does not decide what has expired: the time of a nonce is chosen instead. */
const add = (hash: Buffer, expiresIn = MICROS_PER_MINUTE) =>
  fixture.write((tx) => addNonce(tx, hash, addMicros(tx.now, expiresIn)));

describe('a nonce', () => {
  it('is added once, also by requests at the same time', async () => {
    const hash = randomBytes(32);
    const added = await Promise.all(Array.from({ length: 8 }, () => add(hash)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await add(hash)).toBe(false);
  });

  it('is deleted once it has expired, and not before', async () => {
    const valid = randomBytes(32);
    const expired = randomBytes(32);
    await add(expired, 0);
    await add(valid);
    expect(await fixture.write((tx) => forgetExpiredNonces(tx, 10))).toBe(1);
    expect(await add(valid)).toBe(false);
    expect(await add(expired)).toBe(true);
  });
});
