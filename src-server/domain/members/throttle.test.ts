import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { addMicros, MICROS_PER_HOUR, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import { getAccount } from '../../store/access/accounts.ts';
import { inviteMember, resetMember, setPassword } from './members.ts';
import {
  codeSubjects,
  forgetOldFailures,
  MAX_WRONG_CODES,
  noteFailure,
  noteSuccess,
  passwordSubjects,
  takeBackFailure,
  waitFor,
  type Subject,
} from './throttle.ts';

const home = { emailKey: 'ada@example.org', address: '192.0.2.7' };
const account = { handle: randomBytes(32) };

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

const rows = () =>
  fixture.database.read((tx) => tx.db.selectFrom('sign_in_failures').selectAll().execute());

/** Sets all times back, because PostgreSQL has a clock of its own. */
const pass = (micros: number) =>
  fixture.write(async (tx) => {
    for (const { subject, failed_at, forgotten_at } of await rows()) {
      await tx.db
        .updateTable('sign_in_failures')
        .set({ failed_at: addMicros(failed_at, -micros) })
        .set({ forgotten_at: forgotten_at && addMicros(forgotten_at, -micros) })
        .where('subject', '=', subject)
        .execute();
    }
  });

const wait = (subjects: readonly Subject[]) => fixture.write((tx) => waitFor(tx, subjects));
const fail = (subjects: readonly Subject[]) => fixture.write((tx) => noteFailure(tx, subjects));
const forget = (most?: number) => fixture.write((tx) => forgetOldFailures(tx, 500, most));
const succeed = (subjects: readonly Subject[]) => fixture.write((tx) => noteSuccess(tx, subjects));

/** Fails again and again; returns the wait after each. */
async function waitsOf(subjects: readonly Subject[], failures: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let count = 0; count < failures; count += 1) {
    waits.push(
      await fixture.write(async (tx) => {
        await noteFailure(tx, subjects);
        return waitFor(tx, subjects);
      }),
    );
  }
  return waits;
}

/** As the server does: an attempt counts as wrong before it is compared. */
const attempt = (subjects: readonly Subject[]) =>
  fixture.write(async (tx) => {
    const seconds = await waitFor(tx, subjects);
    if (seconds === 0) await noteFailure(tx, subjects);
    return seconds === 0;
  });

describe('after wrong passwords', () => {
  it('the waits double from the third on, up to a quarter of an hour', async () => {
    const subjects = passwordSubjects(home);
    expect(await waitsOf(subjects, 14)).toEqual([
      0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900,
    ]);
  });

  it('the next attempt may be made when the wait is over', async () => {
    const subjects = passwordSubjects(home);
    await waitsOf(subjects, 6);
    await pass(6 * MICROS_PER_SECOND);
    const left = await wait(subjects);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2);
    await pass(2 * MICROS_PER_SECOND);
    expect(await wait(subjects)).toBe(0);
  });

  it('nobody waits until a clock that was set back by a day is there again, and the next ones count', async () => {
    const subjects = passwordSubjects(home);
    await waitsOf(subjects, 6);
    await pass(-24 * MICROS_PER_HOUR);
    expect(await attempt(subjects)).toBe(true);
    expect(await attempt(subjects)).toBe(false);
    expect(await wait(subjects)).toBeLessThanOrEqual(16);
  });

  it('the account is open at another address, and other accounts at this one', async () => {
    await waitsOf(passwordSubjects(home), 6);
    expect(await wait(passwordSubjects({ ...home, address: '192.0.2.8' }))).toBe(0);
    expect(await wait(passwordSubjects({ ...home, emailKey: 'bob@example.org' }))).toBe(0);
  });

  it('of many accounts, nobody may try more at that address for a while', async () => {
    for (let count = 0; count < 25; count += 1) {
      await fail(passwordSubjects({ ...home, emailKey: `${count}@example.org` }));
    }
    expect(await wait(passwordSubjects(home))).toBeGreaterThan(16);
    expect(await rows()).toHaveLength(26);
    expect(await wait(passwordSubjects({ ...home, address: '192.0.2.8' }))).toBe(0);
  });

  it('the right one clears them, but not what others did at the address', async () => {
    const subjects = passwordSubjects(home);
    for (let count = 0; count < 19; count += 1) {
      await fail(passwordSubjects({ ...home, emailKey: `${count}@example.org` }));
    }
    await fail(subjects);
    await succeed(subjects);
    expect(await waitsOf(subjects, 1)).toEqual([1]);
  });

  it('all is forgotten after a day without any', async () => {
    const subjects = passwordSubjects(home);
    await waitsOf(subjects, 12);
    await pass(23 * MICROS_PER_HOUR);
    expect(await waitsOf(subjects, 1)).toEqual([900]);
    await pass(24 * MICROS_PER_HOUR);
    expect(await wait(subjects)).toBe(0);
    expect(await waitsOf(subjects, 3)).toEqual([0, 0, 1]);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.7', '192.0.2.8', false],
    ['not an address', 'not an address', true],
  ])('%s and %s share a wait: %s', async (one, other, isShared) => {
    await waitsOf(passwordSubjects({ ...home, address: one }), 6);
    expect((await wait(passwordSubjects({ ...home, address: other }))) > 0).toBe(isShared);
  });

  it('an attempt that is taken back costs nothing, and clears nothing', async () => {
    const subjects = passwordSubjects(home);
    await waitsOf(subjects, 3);
    await pass(MICROS_PER_SECOND);
    expect(await attempt(subjects)).toBe(true);
    await fixture.write((tx) => takeBackFailure(tx, subjects));
    await pass(MICROS_PER_SECOND);
    expect(await waitsOf(subjects, 1)).toEqual([2]);
    await fixture.write((tx) => takeBackFailure(tx, passwordSubjects({ ...home, address: 'x' })));
    expect(await rows()).toHaveLength(2);
  });

  it('of as many guesses as arrive at once, one is made', async () => {
    const subjects = passwordSubjects(home);
    // So many that the next wait is longer than any machine takes for all of them.
    await waitsOf(subjects, 14);
    await pass(MICROS_PER_HOUR);
    const made = await Promise.all(Array.from({ length: 20 }, () => attempt(subjects)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it('the table names nobody', async () => {
    await fail(passwordSubjects(home));
    const [row] = await rows();
    expect(Object.values(row ?? {}).some((value) => String(value).includes('ada'))).toBe(false);
    expect(row?.subject).toHaveLength(32);
  });
});

describe('after wrong codes', () => {
  it('the account waits wherever they are typed, up to an hour', async () => {
    const waits = await waitsOf(codeSubjects(account), 16);
    expect(waits.slice(0, 4)).toEqual([0, 0, 1, 2]);
    expect(waits.slice(-3)).toEqual([2_048, 3_600, 3_600]);
    expect(await wait(codeSubjects({ handle: randomBytes(32) }))).toBe(0);
  });

  it('a hundred in a row end the authenticator, however long they took, until a success', async () => {
    const subjects = codeSubjects(account);
    for (let count = 1; count < MAX_WRONG_CODES; count += 1) await fail(subjects);
    await pass(1_000 * MICROS_PER_HOUR);
    expect(await wait(subjects)).toBe(0);
    await fail(subjects);
    await pass(1_000 * MICROS_PER_HOUR);
    expect(await wait(subjects)).toBe(Infinity);
    await succeed(subjects);
    expect(await wait(subjects)).toBe(0);
  });

  it('another password does not end the wait, but a reset by an owner does', async () => {
    const email = 'ada@example.org';
    const { organiser } = fixture;
    const { member } = await fixture.write((tx) =>
      inviteMember(tx, { organiser, email, role: 'viewer' }),
    );
    const ada = await fixture.database.read((tx) => getAccount(tx, member.account_id));
    await waitsOf(codeSubjects(ada), MAX_WRONG_CODES);
    await fixture.write((tx) => setPassword(tx, ada.id, 'hash'));
    expect(await wait(codeSubjects(ada))).toBe(Infinity);
    await fixture.write((tx) => resetMember(tx, member.reference));
    expect(await wait(codeSubjects(ada))).toBe(0);
  });
});

describe('what is forgotten', () => {
  it('is deleted after a day, without the codes', async () => {
    await fail(passwordSubjects(home));
    await fail(codeSubjects(account));
    expect(await forget()).toBe(0);
    await pass(24 * MICROS_PER_HOUR);
    expect(await forget()).toBe(2);
    expect(await rows()).toHaveLength(1);
  });

  it('is what failed longest ago, if there is too much', async () => {
    await fail(codeSubjects(account));
    for (let count = 0; count < 5; count += 1) {
      await fail(passwordSubjects({ emailKey: '', address: `192.0.2.${count}` }));
      await pass(MICROS_PER_SECOND);
    }
    expect(await forget(4)).toBe(6);
    expect(await rows()).toHaveLength(5);
    const newest = passwordSubjects({ emailKey: '', address: '192.0.2.4' });
    expect(await waitsOf(newest, 2)).toEqual([0, 1]);
  });
});
