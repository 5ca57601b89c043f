import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { SoftAuthenticator, type Deviation } from '../../../test/support/soft-authenticator.ts';
import { addMicros, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import { insertAccount, type AccountRow } from '../../store/access/accounts.ts';
import { forgetExpiredNonces } from '../../store/access/console-nonces.ts';
import { keyOf } from '../../store/access/keys.ts';
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  MAX_PASSKEYS,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { siteOf, type Site } from './site.ts';

const site: Site = { rpId: 'gate.example', origin: 'https://gate.example' };

let fixture: OrganiserFixture;
let ada: AccountRow;
let device: SoftAuthenticator;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  ada = await addAccount('ada@example.org');
  device = new SoftAuthenticator(site.origin);
});
afterEach(() => fixture.close());

function addAccount(email: string): Promise<AccountRow> {
  return fixture.write((tx) =>
    insertAccount(tx, { handle: randomBytes(32), email, email_key: email }),
  );
}

const askToRegister = (account = ada) =>
  fixture.write((tx) => beginRegistration(tx, account, site));
const register = (response: unknown, { account = ada, name = 'Laptop' } = {}) =>
  fixture.write((tx) => finishRegistration(tx, account, site, response, name));
const askToSignIn = (account: AccountRow | null = null) =>
  fixture.write((tx) => beginAuthentication(tx, site, account));
const signIn = (response: unknown) =>
  fixture.write((tx) => finishAuthentication(tx, site, response));
const list = (account = ada) => fixture.database.read((tx) => listPasskeys(tx, account.id));

async function addPasskey(authenticator = device, account = ada, name = 'Laptop') {
  return register(authenticator.create(await askToRegister(account)), { account, name });
}

const refused = { code: 'validation.failed', field: 'response' };

/** A challenge whose time is over, which only the server could have made. */
function expiredChallenge(purpose: readonly [string, number | null]): Promise<string> {
  return fixture.write(async (tx) => {
    const time = Buffer.alloc(8);
    time.writeBigInt64BE(BigInt(tx.now));
    const content = Buffer.concat([randomBytes(16), time]);
    const bound = JSON.stringify([...purpose, content.toString('base64url')]);
    const mac = createHmac('sha256', await keyOf(tx, 'challenges'))
      .update(bound)
      .digest();
    return Buffer.concat([content, mac]).toString('base64url');
  });
}

describe('a passkey', () => {
  it('is asked for as discoverable, with its user verified and without attestation', async () => {
    expect(await askToRegister()).toMatchObject({
      rp: { id: 'gate.example', name: 'Gatehouse' },
      user: { id: ada.handle.toString('base64url'), name: 'ada@example.org' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
      excludeCredentials: [],
    });
    expect(await askToSignIn()).toMatchObject({
      rpId: 'gate.example',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it('signs its account in without an email, again and again', async () => {
    const passkey = await addPasskey();
    expect(passkey).toMatchObject({ account_id: ada.id, name: 'Laptop', used_at: null });
    expect(JSON.parse(passkey.transports)).toEqual(['internal', 'hybrid']);
    for (let time = 0; time < 3; time += 1) {
      expect(await signIn(device.get(await askToSignIn()))).toEqual({ account_id: ada.id });
    }
    const [used] = await list();
    expect(used?.used_at).not.toBeNull();
    expect(used?.counter).toBe(device.passkeys[0]?.counter);
  });

  it('of an authenticator that does not count signs in as well', async () => {
    await register(device.create(await askToRegister(), { counter: 0 }));
    for (let time = 0; time < 2; time += 1) {
      const response = device.get(await askToSignIn(), { counter: 0, userHandle: null });
      expect(await signIn(response)).toEqual({ account_id: ada.id });
    }
  });

  it('may be attested by itself, as browsers leave it', async () => {
    const passkey = await register(device.create(await askToRegister(), { attestation: 'self' }));
    expect(passkey.account_id).toBe(ada.id);
  });

  it('is one of the account that is known, and not made twice by the same authenticator', async () => {
    const mine = await addPasskey();
    await addPasskey(new SoftAuthenticator(site.origin), await addAccount('bob@example.org'));
    const options = await askToSignIn(ada);
    expect(options.allowCredentials).toEqual([
      {
        id: mine.credential_id.toString('base64url'),
        type: 'public-key',
        transports: ['internal', 'hybrid'],
      },
    ]);
    expect(await signIn(device.get(options))).toEqual({ account_id: ada.id });
    const again = await askToRegister();
    expect(() => device.create(again)).toThrow('InvalidStateError');
  });
});

describe('a response that adds a passkey is refused', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://gate.example.evil.example' }],
    ['from another port', { origin: 'https://gate.example:8443' }],
    ['from a frame of another page', { crossOrigin: true }],
    ['for another domain', { rpId: 'example' }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['with a challenge that nobody made', { challenge: randomBytes(56).toString('base64url') }],
    ['with no challenge', { challenge: '' }],
    ['without a verified user', { isUserVerified: false }],
    ['without a user', { isUserPresent: false }],
    ['with a certificate', { attestation: 'certificate' }],
    ['of a format that was not asked for', { attestation: 'tpm' }],
    ['with an identifier that is too long', { credentialId: randomBytes(1_024) }],
  ])('%s', async (_case, deviation) => {
    const options = await askToRegister();
    await expect(register(device.create(options, deviation))).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });

  it('with a challenge that was answered before', async () => {
    const options = await askToRegister();
    await register(device.create(options));
    const other = new SoftAuthenticator(site.origin);
    await expect(register(other.create(options))).rejects.toMatchObject(refused);
    expect(await list()).toHaveLength(1);
  });

  it('with a challenge for another account or purpose', async () => {
    const bob = await addAccount('bob@example.org');
    const forBob = await askToRegister(bob);
    await expect(register(device.create(forBob))).rejects.toMatchObject(refused);
    const { challenge } = await askToSignIn();
    const response = device.create(await askToRegister(), { challenge });
    await expect(register(response)).rejects.toMatchObject(refused);
  });

  it('after five minutes', async () => {
    const challenge = await expiredChallenge(['registration', ada.id]);
    const response = device.create(await askToRegister(), { challenge });
    await expect(register(response)).rejects.toMatchObject(refused);
  });

  it('if it is another thing, or too large', async () => {
    const response = device.create(await askToRegister());
    const large = { ...response.response, attestationObject: 'A'.repeat(16_385) };
    for (const value of [null, {}, [], 'text', { ...response, response: large }]) {
      await expect(register(value)).rejects.toMatchObject(refused);
    }
    const other = { ...response, id: 'AAAA', rawId: 'AAAA' };
    await expect(register(other)).rejects.toMatchObject(refused);
  });

  it('if the passkey has been added already, to whatever account', async () => {
    const { credential_id: credentialId } = await addPasskey();
    const bob = await addAccount('bob@example.org');
    const copy = new SoftAuthenticator(site.origin);
    const response = copy.create(await askToRegister(bob), { credentialId });
    const adding = register(response, { account: bob });
    await expect(adding).rejects.toMatchObject({ code: 'resource.exists' });
    expect(await list(bob)).toEqual([]);
  });
});

describe('a sign-in is refused', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['without TLS', { origin: 'http://gate.example' }],
    ['from a frame of another page', { crossOrigin: true }],
    ['for another domain', { rpId: 'evil.example' }],
    ['with the response of a registration', { type: 'webauthn.create' }],
    ['with a challenge that nobody made', { challenge: randomBytes(56).toString('base64url') }],
    ['without a verified user', { isUserVerified: false }],
    ['without a user', { isUserPresent: false }],
    ['with a counter that went back', { counter: 0 }],
    ['with a passkey that nobody added', { credentialId: randomBytes(16) }],
    ['for another user', { userHandle: randomBytes(32).toString('base64url') }],
    ['by another key', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ])('%s', async (_case, { ...deviation }) => {
    await addPasskey();
    const options = await askToSignIn();
    expect(await signIn(device.get(options, deviation))).toBeNull();
    const [unused] = await list();
    expect(unused?.used_at).toBeNull();
  });

  it('with the counter of the last one, as a copy of the authenticator has it', async () => {
    await addPasskey();
    await signIn(device.get(await askToSignIn()));
    const counter = device.passkeys[0]?.counter ?? 0;
    expect(await signIn(device.get(await askToSignIn(), { counter }))).toBeNull();
  });

  it('if the response is sent again, also at the same time', async () => {
    await register(device.create(await askToRegister(), { counter: 0 }));
    const response = device.get(await askToSignIn(), { counter: 0 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(response)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await signIn(response)).toBeNull();
  });

  it('with a challenge for a registration', async () => {
    await addPasskey();
    const { challenge } = await askToRegister();
    expect(await signIn(device.get(await askToSignIn(), { challenge }))).toBeNull();
  });

  it('after five minutes', async () => {
    await addPasskey();
    const challenge = await expiredChallenge(['authentication', null]);
    expect(await signIn(device.get(await askToSignIn(), { challenge }))).toBeNull();
  });

  it('with the passkey of another account under the name of mine', async () => {
    const bob = await addAccount('bob@example.org');
    await addPasskey();
    const other = new SoftAuthenticator(site.origin);
    await addPasskey(other, bob);
    const [mine] = device.passkeys;
    const response = other.get(await askToSignIn(), {
      ...(mine && { credentialId: mine.id, userHandle: mine.userHandle }),
    });
    expect(await signIn(response)).toBeNull();
  });

  it('if it is another thing', async () => {
    await addPasskey();
    const response = device.get(await askToSignIn());
    const large = { ...response.response, signature: 'A'.repeat(16_385) };
    for (const value of [null, {}, 7, { ...response, response: large }]) {
      expect(await signIn(value)).toBeNull();
    }
  });
});

it('asking for challenges stores nothing, and an answered one is forgotten when it expires', async () => {
  const nonces = () =>
    fixture.database.read((tx) => tx.db.selectFrom('console_nonces').selectAll().execute());
  await addPasskey();
  await askToSignIn();
  await askToRegister();
  const [answered, ...others] = await nonces();
  expect(others).toEqual([]);
  const inFiveMinutes = await fixture.database.read(async (tx) =>
    addMicros(tx.now, 5 * MICROS_PER_MINUTE),
  );
  expect(answered?.expires_at).toBeLessThanOrEqual(inFiveMinutes);
  await fixture.write(async (tx) => {
    await tx.db.updateTable('console_nonces').set({ expires_at: tx.now }).execute();
    expect(await forgetExpiredNonces(tx, 10)).toBe(1);
  });
});

describe("an account's passkeys", () => {
  it('are listed oldest first, renamed and removed', async () => {
    const laptop = await addPasskey();
    await addPasskey(new SoftAuthenticator(site.origin), ada, 'Phone');
    const key = { accountId: ada.id, id: laptop.id };
    await fixture.write((tx) => renamePasskey(tx, key, ' Work  laptop '));
    expect((await list()).map(({ name }) => name)).toEqual(['Work  laptop', 'Phone']);
    await fixture.write((tx) => removePasskey(tx, key));
    expect((await list()).map(({ name }) => name)).toEqual(['Phone']);
    expect(await signIn(device.get(await askToSignIn()))).toBeNull();
  });

  it('have a name of at most 100 characters', async () => {
    const response = device.create(await askToRegister());
    const wrong = { code: 'validation.failed', field: 'name' };
    for (const name of ['', '  ', 'x'.repeat(101)]) {
      await expect(register(response, { name })).rejects.toMatchObject(wrong);
    }
    const { name } = await register(response, { name: 'x'.repeat(100) });
    expect(name).toHaveLength(100);
  });

  it('cannot be changed by another account', async () => {
    const { id } = await addPasskey();
    const bob = await addAccount('bob@example.org');
    const key = { accountId: bob.id, id };
    const missing = { code: 'resource.not_found' };
    await expect(fixture.write((tx) => renamePasskey(tx, key, 'x'))).rejects.toMatchObject(missing);
    await expect(fixture.write((tx) => removePasskey(tx, key))).rejects.toMatchObject(missing);
    expect(await list()).toHaveLength(1);
  });

  it('keep the last one, unless there is an authenticator app', async () => {
    const { id } = await addPasskey();
    const remove = () => fixture.write((tx) => removePasskey(tx, { accountId: ada.id, id }));
    await expect(remove()).rejects.toMatchObject({ code: 'transition.impossible' });
    expect(await list()).toHaveLength(1);
    await fixture.write((tx) =>
      tx.db
        .updateTable('accounts')
        .set({ totp_secret: randomBytes(20) })
        .execute(),
    );
    await remove();
    expect(await list()).toEqual([]);
  });

  it(`are at most ${MAX_PASSKEYS}, also when several are added at the same time`, async () => {
    const devices = Array.from({ length: MAX_PASSKEYS + 2 }, () => {
      return new SoftAuthenticator(site.origin);
    });
    const responses = await Promise.all(
      devices.map(async (each) => each.create(await askToRegister())),
    );
    const added = await Promise.allSettled(responses.map((response) => register(response)));
    expect(added.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'capacity.exceeded' } },
      { reason: { code: 'capacity.exceeded' } },
    ]);
    expect(await list()).toHaveLength(MAX_PASSKEYS);
    await expect(askToRegister()).rejects.toMatchObject({ code: 'capacity.exceeded' });
  });
});

it.each([
  ['https://gate.example', { rpId: 'gate.example', origin: 'https://gate.example' }],
  [
    'https://gate.example:8443/tickets',
    { rpId: 'gate.example', origin: 'https://gate.example:8443' },
  ],
  ['http://localhost:8787', { rpId: 'localhost', origin: 'http://localhost:8787' }],
  ['http://gate.example', null],
  ['https://192.168.1.20:8787', null],
  ['http://127.0.0.1:8787', null],
  ['https://[::1]:8787', null],
  ['https://0x7f000001', null],
  ['not an address', null],
])('passkeys at %s', (origin, expected) => {
  expect(siteOf(origin)).toEqual(expected);
});
