import fc from 'fast-check';
import { base64url, CompactSign, exportJWK, generateKeyPair, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { anyInstant } from '../../test/support/admission-facts.ts';
import { numbered } from '../../test/support/station/rows.ts';
import { sign, signedTicket, testKey, type TestKey } from '../../test/support/signed-codes.ts';
import { instantFromMicros, MICROS_PER_SECOND } from '../instant.ts';
import { referenceOf } from '../references.ts';
import {
  LAST_ISSUE,
  readPayload,
  shortName,
  writeCodePayload,
  type SignedTicket,
} from './code-payload.ts';
import { parseTicketCode } from './parse-ticket-code.ts';
import {
  MAX_SIGNED_CODE_LENGTH,
  readUnverified,
  signCode,
  verifySignedCode,
  type VerifiedCode,
} from './signed-code.ts';

const own = testKey('K3dQ');
const retired = testKey('a_-9');
const setup = [own.key, retired.key];

/** As far from the epoch as a time can be, and so the longest to write. */
const LONGEST_TIME = instantFromMicros(-8_999_999_999 * MICROS_PER_SECOND);

function gates(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    shortName('location', numbered('location', index)),
  );
}

const anyReference = fc.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
const anySecond = anyInstant().map((at) =>
  instantFromMicros(Math.trunc(at / MICROS_PER_SECOND) * MICROS_PER_SECOND + 0),
);

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null });
}

function anySignedTicket(): fc.Arbitrary<SignedTicket> {
  return fc.record({
    ticket: anyReference.map((ulid) => referenceOf('ticket', ulid)),
    event: anyReference.map((ulid) => shortName('event', `evt_${ulid}`)),
    ticket_type: anyReference.map((ulid) => shortName('ticketType', `tt_${ulid}`)),
    session: maybe(anyReference.map((ulid) => shortName('session', `ses_${ulid}`))),
    seat_label: maybe(fc.string({ unit: 'binary', maxLength: 8 })),
    valid_from: maybe(anySecond),
    valid_until: maybe(anySecond),
    entry_points: maybe(fc.nat(5).map(gates)),
    issue: fc.integer({ min: 1, max: LAST_ISSUE }),
  });
}

/** Signed with a key of the setup, whatever it says. */
function signText(
  payload: string,
  { key, secret }: TestKey = own,
  header: Record<string, string> = {},
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, ...header })
    .sign({ ...key, ...(header['alg'] === undefined ? {} : { alg: header['alg'] }), d: secret });
}

async function kindOf(token: string): Promise<VerifiedCode['kind']> {
  return (await verifySignedCode(token, setup)).kind;
}

describe('a signed ticket code', () => {
  it('yields what was signed, and is recognised however a scanner frames it', async () => {
    const ticket = signedTicket(1, { seat_label: 'Ränge “C” 14', entry_points: gates(2) });
    const code = await sign(ticket, own);
    expect(await verifySignedCode(code, setup)).toEqual({ kind: 'valid', ticket });
    expect(parseTicketCode(`]Q1${code}\r\n`)).toEqual({ kind: 'signed', token: code });
    expect(readUnverified(code)).toEqual(ticket);
  });

  it('round-trips any ticket, to the second, within its limits', () => {
    fc.assert(
      fc.property(anySignedTicket(), (ticket) => {
        const text = writeCodePayload(ticket);
        expect(text).toMatch(/^[ -~]+$/);
        expect(readPayload(text)).toEqual(ticket);
      }),
    );
  });

  it('never widens a window by writing whole seconds', () => {
    const from = instantFromMicros(1_800_000_000_000_001);
    const until = instantFromMicros(1_800_000_009_999_999);
    expect(
      readPayload(writeCodePayload(signedTicket(1, { valid_from: from, valid_until: until }))),
    ).toMatchObject({
      valid_from: 1_800_000_001_000_000,
      valid_until: 1_800_000_009_000_000,
    });
    const early = instantFromMicros(-1);
    expect(readPayload(writeCodePayload(signedTicket(1, { valid_from: early })))).toMatchObject({
      valid_from: 0,
    });
  });

  it('has at most 300 characters for any ticket, or is not issued', async () => {
    const plain = await sign(signedTicket(1), own);
    expect(plain).toHaveLength(206);
    const largest = signedTicket(1, {
      session: shortName('session', numbered('session', 1)),
      valid_from: LONGEST_TIME,
      valid_until: LONGEST_TIME,
      entry_points: gates(6),
      issue: LAST_ISSUE,
    });
    expect((await sign(largest, own)).length).toBeLessThanOrEqual(MAX_SIGNED_CODE_LENGTH);
    const tooLarge = { ...largest, entry_points: gates(7) };
    expect(await signCode(tooLarge, { ...own.key, d: own.secret })).toBeNull();
    await fc.assert(
      fc.asyncProperty(anySignedTicket(), fc.nat(40).map(gates), async (ticket, entry_points) => {
        const code = await signCode({ ...ticket, entry_points }, { ...own.key, d: own.secret });
        expect(code?.length ?? 0).toBeLessThanOrEqual(MAX_SIGNED_CODE_LENGTH);
        if (code === null) expect(entry_points.length).toBeGreaterThan(6);
      }),
    );
  });

  it('leaves out only a seat that does not fit', async () => {
    const ticket = signedTicket(1, { entry_points: gates(4), seat_label: 'x'.repeat(200) });
    const verified = await verifySignedCode(await sign(ticket, own), setup);
    expect(verified).toEqual({ kind: 'valid', ticket: { ...ticket, seat_label: null } });
  });

  it('of a retired key is valid as long as the setup has the key', async () => {
    const code = await sign(signedTicket(1), retired);
    expect(await kindOf(code)).toBe('valid');
    expect(await verifySignedCode(code, [own.key])).toEqual({ kind: 'unknown_key' });
    expect(await verifySignedCode(code, [])).toEqual({ kind: 'unknown_key' });
  });

  it('is rejected with another key of the same id', async () => {
    expect(await kindOf(await sign(signedTicket(1), testKey(own.key.kid)))).toBe('invalid');
  });

  it('is rejected after any change', async () => {
    const code = await sign(signedTicket(1), own);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(code.length - 1),
        fc.constantFrom('A', '-', 'z', '0', '9', '_', '.', '{'),
        async (at, letter) => {
          const changed = code.slice(0, at) + letter + code.slice(at + 1);
          // The last character has bits that stand for nothing.
          if (changed === code || at === code.length - 1) return;
          expect(await kindOf(changed)).not.toBe('valid');
        },
      ),
    );
  });

  it('is rejected when truncated or extended', async () => {
    const code = await sign(signedTicket(1), own);
    for (let length = 0; length < code.length - 1; length += 7) {
      expect(await kindOf(code.slice(0, length))).toBe('invalid');
    }
    expect(await kindOf(`${code}.AAAA`)).toBe('invalid');
    expect(await kindOf(`${code}AAAA`)).toBe('invalid');
  });
});

describe('what looks like a signed ticket code', () => {
  it('is rejected without a signature, or with one of another kind', async () => {
    const claims = { t: 'x' };
    expect(await kindOf(new UnsecuredJWT(claims).encode())).toBe('invalid');
    const none = base64url.encode(JSON.stringify({ alg: 'none', kid: own.key.kid }));
    const payload = base64url.encode(writeCodePayload(signedTicket(1)));
    expect(await kindOf(`${none}.${payload}.AAAA`)).toBe('invalid');
    const hmac = await new CompactSign(new TextEncoder().encode(writeCodePayload(signedTicket(1))))
      .setProtectedHeader({ alg: 'HS256', kid: own.key.kid })
      .sign(base64url.decode(own.key.x));
    expect(await kindOf(hmac)).toBe('invalid');
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const es256 = await new CompactSign(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg: 'ES256', kid: own.key.kid })
      .sign(await exportJWK(privateKey));
    expect(await kindOf(es256)).toBe('invalid');
  });

  it('is rejected with any other header, even if the key is right', async () => {
    const payload = writeCodePayload(signedTicket(1));
    expect(await kindOf(await signText(payload))).toBe('valid');
    expect(await kindOf(await signText(payload, own, { typ: 'JWT' }))).toBe('invalid');
    expect(await kindOf(await signText(payload, own, { alg: 'Ed25519' }))).toBe('invalid');
    expect(await kindOf(await signText(payload, own, { kid: 'other' }))).toBe('invalid');
    const [, body, signature] = (await signText(payload)).split('.');
    const twice = base64url.encode(`{"alg":"none","alg":"EdDSA","kid":"${own.key.kid}"}`);
    expect(await kindOf(`${twice}.${body}.${signature}`)).toBe('invalid');
  });

  const good = writeCodePayload(signedTicket(1, { entry_points: gates(1) }));
  it.each([
    ['a key twice', good.replace('"i":1', '"i":1,"i":2')],
    ['a limit twice, the wider one last', good.replace('"i":1', '"i":1,"p":""')],
    ['a key that is not known', good.replace('"i":1', '"i":1,"n":5')],
    ['keys in another order', `{"i":1,${good.slice(1).replace(',"i":1', '')}`],
    ['white space', good.replace(',', ', ')],
    ['half an entry point', good.replace(/"p":"./, '"p":"')],
    ['no issue', good.replace(',"i":1', '')],
    ['an issue of none', good.replace('"i":1', '"i":0')],
    ['an issue that is no whole number', good.replace('"i":1', '"i":1.5')],
    ['an open window', good.replace('"i":1', '"w":".","i":1')],
    ['a time past all times', good.replace('"p"', '"w":"zzzzzzzz.","p"')],
    ['bits behind the ticket that stand for nothing', good.replace(/("t":".{21})./, '$1B')],
    ['no object', '[]'],
    ['no JSON', '{"t":'],
    ['nothing', ''],
  ])('signed, but with %s, is refused', async (_, payload) => {
    expect(await kindOf(await signText(payload))).toBe(payload === good ? 'valid' : 'invalid');
  });

  it('encodes the highest possible ticket, and none higher', () => {
    const highest = signedTicket(1, { ticket: referenceOf('ticket', `7${'z'.repeat(25)}`) });
    expect(readPayload(writeCodePayload(highest))).toEqual(highest);
  });

  it('of any length is refused without a key lookup', async () => {
    const huge = `${base64url.encode(`{"alg":"EdDSA","kid":"${own.key.kid}"}`)}.${'A'.repeat(8_000)}.AAAA`;
    expect(await kindOf(huge)).toBe('invalid');
    expect(readUnverified(huge)).toBeNull();
  });

  it('never throws on any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.base64String(), { maxLength: 5 }).map((parts) => parts.join('.')),
          fc.json().map((json) => `${base64url.encode(json)}.${base64url.encode(json)}.AA`),
        ),
        async (text) => {
          expect(await kindOf(text)).not.toBe('valid');
          readUnverified(text);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (payload) => {
        expect((await verifySignedCode(await signText(payload), setup)).kind).toBe('invalid');
      }),
    );
  });
});
