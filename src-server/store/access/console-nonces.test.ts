import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { addNonce, forgetExpiredNonces, takeNonce } from './console-nonces.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

/** On PostgreSQL the fixture's clock does not decide what has expired: the time of a nonce is chosen instead. */
const add = (hash: Buffer, expiresIn = MICROS_PER_MINUTE) =>
  fixture.write((tx) => addNonce(tx, hash, addMicros(tx.now, expiresIn)));
const take = (hash: Buffer) => fixture.write((tx) => takeNonce(tx, hash));

describe('a nonce', () => {
  it('is added once and taken once, also by requests at the same time', async () => {
    const hash = randomBytes(32);
    const times = Array.from({ length: 8 });
    const added = await Promise.all(times.map(() => add(hash)));
    expect(added.filter(Boolean)).toHaveLength(1);
    const taken = await Promise.all(times.map(() => take(hash)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await take(hash)).toBe(false);
  });

  it('cannot be taken once it has expired, or if it was never added', async () => {
    const hash = randomBytes(32);
    expect(await add(hash, 0)).toBe(true);
    expect(await take(hash)).toBe(false);
    expect(await take(randomBytes(32))).toBe(false);
  });

  it('is deleted once it has expired, and not before', async () => {
    const valid = randomBytes(32);
    await add(randomBytes(32), 0);
    await add(valid);
    expect(await fixture.write((tx) => forgetExpiredNonces(tx, 10))).toBe(1);
    expect(await take(valid)).toBe(true);
  });
});
