import { pbkdf2Sync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMicros, instantFromMicros, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { getAccount, setTotpSecret } from '../../store/access/accounts.ts';
import { acceptCode, codeAt, newAuthenticator, setAuthenticator } from './authenticator.ts';
import { inviteMember } from './members.ts';
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';

let fixture: OrganiserFixture;
let accountId: number;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  accountId = await newAccount('nora@example.org');
});
afterEach(() => fixture.close());

async function newAccount(email: string): Promise<number> {
  const { organiser } = fixture;
  const { member } = await fixture.write((tx) =>
    inviteMember(tx, { organiser, email, role: 'owner' }),
  );
  return member.account_id;
}

const use = (code: string, id = accountId) => fixture.write((tx) => takeRecoveryCode(tx, id, code));
const replace = () => fixture.write((tx) => replaceRecoveryCodes(tx, accountId));

const stepOf = (at: number) => Math.floor(at / (30 * MICROS_PER_SECOND));

/** Accepts the code that the app shows that many steps from now, at one moment for all. */
const accept = (secret: Buffer, steps: readonly number[]) =>
  fixture.write(async (tx) => {
    const accepted = [];
    for (const step of steps) {
      const shown = codeAt(secret, addMicros(tx.now, step * 30 * MICROS_PER_SECOND));
      accepted.push(await acceptCode(tx, await getAccount(tx, accountId), shown));
    }
    return accepted;
  });

describe('a code of an authenticator app', () => {
  it('is that of RFC 6238, which the QR code tells the app', () => {
    const { secret, uri } = newAuthenticator('nora@example.org');
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, pathname]).toEqual([
      'otpauth:',
      'totp',
      '/Gatehouse:nora%40example.org',
    ]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      issuer: 'Gatehouse',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    expect(secret).toHaveLength(20);
    const known = Buffer.from('12345678901234567890');
    expect(codeAt(known, instantFromMicros(1_111_111_109 * MICROS_PER_SECOND))).toBe('081804');
  });

  it('is right one step early or late, and once', async () => {
    const { secret } = newAuthenticator('nora@example.org');
    await fixture.write(async (tx) => {
      const shown = codeAt(secret, addMicros(tx.now, -30 * MICROS_PER_SECOND));
      expect(await setAuthenticator(tx, accountId, Buffer.alloc(20), shown)).toBe(false);
      expect(await acceptCode(tx, await getAccount(tx, accountId), shown)).toBe(false);
      expect(
        await setAuthenticator(tx, accountId, secret, ` ${shown.slice(0, 3)} ${shown.slice(3)}`),
      ).toBe(true);
    });
    expect(await accept(secret, [-2, -1, 0, 0, 2, 1, 0])).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it.each([-70, -60, -40, -20, 20, 40, 60, 70])(
    'of a phone that is %i s ahead is right if its step is next to the one of the server',
    async (seconds) => {
      const { secret } = newAuthenticator('nora@example.org');
      await fixture.write(async (tx) => {
        await setTotpSecret(tx, accountId, { totp_secret: secret, totp_step: 0 });
        const there = addMicros(tx.now, seconds * MICROS_PER_SECOND);
        const isRight = await acceptCode(
          tx,
          await getAccount(tx, accountId),
          codeAt(secret, there),
        );
        expect(isRight).toBe(Math.abs(stepOf(there) - stepOf(tx.now)) <= 1);
      });
    },
  );

  it('is taken by one of two sign-ins', async () => {
    const { secret } = newAuthenticator('nora@example.org');
    await fixture.write((tx) =>
      setAuthenticator(
        tx,
        accountId,
        secret,
        codeAt(secret, addMicros(tx.now, -30 * MICROS_PER_SECOND)),
      ),
    );
    const both = await Promise.all([accept(secret, [1]), accept(secret, [1])]);
    expect(both.flat()).toEqual(expect.arrayContaining([false, true]));
  });
});

describe('a recovery code', () => {
  it('works once, however it is written, and for its account only', async () => {
    const [first = '', second = '', ...others] = await replace();
    expect(others).toHaveLength(8);
    expect(new Set([first, second, ...others]).size).toBe(10);
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(await use(first, await newAccount('ola@example.org'))).toBe(false);
    const spoken = first
      .toUpperCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'O')
      .replaceAll('1', 'l');
    expect(await use(` ${spoken} `)).toBe(true);
    expect(await use(first)).toBe(false);
    expect(await use(second.replaceAll('-', ''))).toBe(true);
    expect(await use('')).toBe(false);
    expect(await fixture.database.read((tx) => countRecoveryCodes(tx, accountId))).toBe(8);
  });

  it('is kept as what PBKDF2 makes of it with the handle of its account', async () => {
    const codes = await replace();
    const { handle, kept } = await fixture.database.read(async (tx) => ({
      handle: (await getAccount(tx, accountId)).handle,
      kept: await tx.db.selectFrom('recovery_codes').select('code_hash').execute(),
    }));
    const hashes = codes.map((code) =>
      pbkdf2Sync(code.replaceAll('-', ''), handle, 1_000, 32, 'sha256').toString('hex'),
    );
    expect(handle).toHaveLength(32);
    expect(kept.map(({ code_hash }) => code_hash.toString('hex')).toSorted()).toEqual(
      hashes.toSorted(),
    );
  });

  it('is taken by one of several sign-ins at the same moment', async () => {
    const [first = ''] = await replace();
    const all = await Promise.all(Array.from({ length: 5 }, () => use(first)));
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  it('works no more once others replaced it', async () => {
    const [first = ''] = await replace();
    const [other = ''] = await replace();
    expect(await use(first)).toBe(false);
    expect(await use(other)).toBe(true);
  });
});
