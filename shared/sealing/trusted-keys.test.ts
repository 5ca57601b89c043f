import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testKey } from '../../test/support/signed-codes.ts';
import { signText } from './signed-text.ts';
import { areSetupKeysSigned, keysFingerprint, signSetupKeys } from './trusted-keys.ts';

const pair = () => {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { x, d };
};
const own = pair();
const stranger = pair();
const code = testKey('own1').key;
const other = testKey('bad1').key;
const keys = { event: 'evt_1', code_keys: [code], venue_keys: ['a', 'b'] };

describe('the keys of a setup', () => {
  it('are believed as they were signed, also kinds that are not known', async () => {
    const many = Array.from({ length: 2_000 }, () => code);
    for (const known of [
      keys,
      { ...keys, code_keys: [{ kty: 'EC' }, code] },
      { ...keys, code_keys: many },
    ]) {
      const signature = await signSetupKeys(known, own);
      expect(await areSetupKeysSigned(known, { signature, publicKey: own.x })).toBe(true);
      expect(await signSetupKeys(known, own)).toBe(signature);
    }
  });

  it.each([
    ['a replaced code key', { code_keys: [other] }],
    ['an added code key', { code_keys: [code, other] }],
    ['a code key taken away', { code_keys: [] }],
    ['a replaced venue key', { venue_keys: ['a', 'c'] }],
    ['venue keys in another order', { venue_keys: ['b', 'a'] }],
    ['an added venue key', { venue_keys: ['a', 'b', 'c'] }],
    ['another event', { event: 'evt_2' }],
  ])('are not believed with %s', async (_what, change) => {
    const signature = await signSetupKeys(keys, own);
    const changed = { ...keys, ...change };
    expect(await areSetupKeysSigned(changed, { signature, publicKey: own.x })).toBe(false);
  });

  it('are not believed if somebody else signed them, nobody did, or it was for another purpose', async () => {
    const text = JSON.stringify(['evt_1', [code], ['a', 'b']]);
    const signatures = [
      await signSetupKeys(keys, stranger),
      '',
      await signText(text, 'gatehouse-revocation', own),
    ];
    for (const signature of signatures) {
      expect(await areSetupKeysSigned(keys, { signature, publicKey: own.x })).toBe(false);
    }
  });
});

it("tells an organiser's keys apart by both of them", async () => {
  const named = new Set(
    await Promise.all(
      [
        { statements: own.x, sealing: own.x },
        { statements: own.x, sealing: stranger.x },
        { statements: stranger.x, sealing: own.x },
      ].map(keysFingerprint),
    ),
  );
  expect(named.size).toBe(3);
  for (const one of named) expect(one).toMatch(/^[\w-]{43}$/);
});
