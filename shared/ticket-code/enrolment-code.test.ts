import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyUlid } from '../../test/support/references.ts';
import { formatEnrolmentCode, readEnrolmentCode } from './enrolment-code.ts';

const code = 'gatehouse://enrol?server=https%3A%2F%2Fgate.example.org%2Fv1&client=c&secret=s';

const anyEnrolment = () =>
  fc
    .record({
      server_url: fc.constantFrom(
        'https://gate.example.org/v1',
        'http://127.0.0.1:8787/v1',
        'http://[::1]:8787/v1',
        'https://example.org/a/b/v1',
      ),
      client_id: fc.stringMatching(/^[\x21-\x7e]{1,200}$/),
      client_secret: fc.stringMatching(/^[\x21-\x7e]{1,200}$/),
      event: fc.option(
        anyUlid().map((ulid) => `evt_${ulid}`),
        { nil: null },
      ),
      location: fc.option(
        anyUlid().map((ulid) => `loc_${ulid}`),
        { nil: null },
      ),
      fingerprint: fc.option(fc.stringMatching(/^[\w-]{43}$/), { nil: null }),
    })
    .map(({ fingerprint, ...rest }) => ({
      ...rest,
      keys: fingerprint,
      certificate: rest.server_url.startsWith('https:') ? fingerprint : null,
    }));

describe('an enrolment code', () => {
  it('round-trips with any secret', () => {
    fc.assert(
      fc.property(anyEnrolment(), (enrolment) => {
        expect(readEnrolmentCode(formatEnrolmentCode(enrolment))).toEqual(enrolment);
      }),
    );
  });

  it('is one line of ASCII that any barcode can hold', () => {
    fc.assert(
      fc.property(anyEnrolment(), (enrolment) => {
        expect(formatEnrolmentCode(enrolment)).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });

  it('may contain unknown keys', () => {
    expect(readEnrolmentCode(`${code}&later=1`)).toMatchObject({ client_id: 'c', location: null });
    expect(readEnrolmentCode(code.replace('gatehouse', 'GATEHOUSE'))).not.toBeNull();
  });

  it.each([
    ['another scheme', code.replace('gatehouse', 'https')],
    ['another path', code.replace('enrol', 'unrol')],
    ['no server', code.replace('server', 'saver')],
    ['no client', code.replace('client', 'klient')],
    ['an empty secret', code.slice(0, -1)],
    ['a secret with a line break', `${code}%0A`],
    ['a secret too long to be one', code + 's'.repeat(500)],
    ['a server that is no web address', code.replace('https%3A', 'file%3A')],
    ['a server with credentials in it', code.replace('gate.', 'user:pass@gate.')],
    ['a server with a query', code.replace('%2Fv1', '%2Fv1%3Fx')],
    ['broken percent-encoding', code.replace('%3A', '%3')],
    ['a field without a value', `${code}&flag`],
    ['a fingerprint that is none', `${code}&certificate=${'A'.repeat(42)}`],
    [
      'a fingerprint for a server without a certificate',
      `${code.replace('https%3A', 'http%3A')}&certificate=${'A'.repeat(43)}`,
    ],
    ['an event that is none', `${code}&event=tkt_01kyvbnvq0g7m3x9r2c5t8w4ez`],
    ['an entry point that is none', `${code}&location=tkt_01kyvbnvq0g7m3x9r2c5t8w4ez`],
  ])('is none with %s', (_, text) => {
    expect(readEnrolmentCode(text)).toBeNull();
  });

  it('is read completely or not at all from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => {
        const enrolment = readEnrolmentCode(`gatehouse://enrol?${rest}`);
        if (enrolment !== null) expect(enrolment.client_secret).not.toBe('');
      }),
    );
  });
});
