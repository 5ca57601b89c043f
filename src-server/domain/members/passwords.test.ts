import { afterAll, describe, expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';
import { endPasswordThread, hashPassword, verifyPassword } from './password-hash.ts';

afterAll(() => endPasswordThread());

describe('a password', () => {
  it('is kept as Argon2id with a salt of its own, and no other matches', async () => {
    const [one, other] = await Promise.all([
      hashPassword('Grieg 1843'),
      hashPassword('Grieg 1843'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await verifyPassword(one, 'Grieg 1843')).toBe(true);
    expect(await verifyPassword(one, 'grieg 1843')).toBe(false);
  });

  it('is the same however its characters are composed', async () => {
    const hash = await hashPassword('Håkon Å 12'.normalize('NFD'));
    expect(await verifyPassword(hash, 'Håkon Å 12'.normalize('NFC'))).toBe(true);
  });

  it('of nobody is wrong after as long as any other', async () => {
    const hash = await hashPassword('Grieg 1843');
    expect(await verifyPassword(hash, '')).toBe(false);
    // Measured again if the machine was busy with something else: an answer without any work is never as slow.
    const isAsSlow = async () => {
      const nobody = await shortestMs(() => verifyPassword(null, 'Grieg 1843'));
      return nobody > (await shortestMs(() => verifyPassword(hash, 'no'))) / 2;
    };
    await expect.poll(isAsSlow, { timeout: 20_000 }).toBe(true);
  });

  it('is refused while 32 others wait, who are answered', async () => {
    const guesses = Array.from({ length: 40 }, () => verifyPassword(null, 'Grieg 1843'));
    const results = await Promise.allSettled(guesses);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
    await expect(guesses.at(-1)).rejects.toMatchObject({ code: 'server.busy' });
  });

  it('is hashed again after the thread ended, which waits for what it has begun', async () => {
    const hash = hashPassword('Grieg 1843');
    await endPasswordThread();
    expect(await verifyPassword(await hash, 'Grieg 1843')).toBe(true);
  });

  it.each([
    ['of eight characters', 'Grieg 43'],
    ['of one kind of character', 'åøæåøæåø'],
    ['of several words', 'correct horse battery staple'],
    ['of 256 characters', '🎟'.repeat(256)],
  ])('%s will do', (_what, password) =>
    expect(() => checkPassword(password, 'nora@example.org')).not.toThrow(),
  );

  it.each([
    ['of seven characters', 'Grieg 4'],
    ['of 257 characters', '🎟'.repeat(257)],
    ['that many people have', 'Password'],
    ['that many people have, in other letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
    ['that is the name of the product and a year', 'Gatehouse2026'],
    ['that is made of the email', 'nora.example!'],
    ['that is the email', 'Nora@Example.ORG'],
  ])('%s will not do', (_what, password) => {
    const refused = expect.objectContaining({ code: 'validation.failed', field: 'password' });
    expect(() => checkPassword(password, 'nora@example.org')).toThrow(refused);
  });
});

async function shortestMs(work: () => Promise<unknown>): Promise<number> {
  const taken = [];
  for (let round = 0; round < 3; round += 1) {
    const begin = performance.now();
    await work();
    taken.push(performance.now() - begin);
  }
  return Math.min(...taken);
}
