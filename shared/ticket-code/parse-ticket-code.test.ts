import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTicketReference } from '../../test/support/references.ts';
import { anyLead, anySpelling, anyTail } from '../../test/support/scanned-codes.ts';
import { isReference } from '../references.ts';
import { MAX_CODE_LENGTH } from '../contract/limits.ts';
import { formatEnrolmentCode } from './enrolment-code.ts';
import { LAYOUT_CODE, parseTicketCode, SHORT_LAYOUT_CODE } from './parse-ticket-code.ts';

const REFERENCE = 'tkt_01kyvbnvq0g7m3x9r2c5t8w4ez';
const UPPER = REFERENCE.toUpperCase();
const SIGNED_PART = 'eyJhbGciOiJFZERTQSIsImtpZCI6IkszZFEifQ';
const named = { kind: 'reference', reference: REFERENCE };

describe('a code that names a ticket', () => {
  it.each([
    ['bare', REFERENCE],
    ['in capitals', UPPER],
    ['in mixed case', 'Tkt_01KYvbnvq0g7m3x9r2c5t8w4EZ'],
    ['with a carriage return', `${REFERENCE}\r`],
    ['with CR LF', `${REFERENCE}\r\n`],
    ['with a tab', `${REFERENCE}\t`],
    ['with NULs after it', `${REFERENCE}\0\0\0`],
    ['with a group separator', `${REFERENCE}\u001d`],
    ['framed by STX and ETX', `\u0002${REFERENCE}\u0003`],
    ['with an AIM identifier', `]Q1${REFERENCE}`],
    ['with an Aztec identifier', `]zC${REFERENCE}`],
    ['with an extended channel', `\\000026${REFERENCE}`],
    ['with AIM identifier and extended channel', `]Q2\\000026${REFERENCE}\r\n`],
    ['with a byte order mark', `\ufeff${REFERENCE}`],
    ['with a byte order mark in it', REFERENCE.replace('_', '_\ufeff')],
    ['with zero-width characters in it', `tkt_\u200b01kyvbnvq0g7m3x9\u200dr2c5t8w4ez\u2060`],
    ['with surrounding space of any width', `\u3000 \u00a0${REFERENCE} `],
    ['in full-width characters', 'ｔｋｔ＿０１ｋｙｖｂｎｖｑ０ｇ７ｍ３ｘ９ｒ２ｃ５ｔ８ｗ４ｅｚ'],
    ['in groups', 'TKT 01KY VBNV Q0G7 M3X9 R2C5 T8W4 EZ'],
    ['in groups with dashes', 'TKT-01KY-VBNV-Q0G7-M3X9-R2C5-T8W4-EZ'],
    ['in groups, without its beginning', '01KYV BNVQ0 G7M3X 9R2C5 T8W4E Z'],
    ['in two lines', `${REFERENCE.slice(0, 15)}\r\n${REFERENCE.slice(15)}`],
    ['in UTF-16', Array.from(REFERENCE, (one) => `${one}\0`).join('')],
    ['with a group separator in it', REFERENCE.replace('0g7', '0\u001dg7')],
    ['with a hyphen for the underscore', REFERENCE.replace('_', '-')],
    ['with a question mark for it', REFERENCE.replace('_', '?')],
    ['with a slash for it', REFERENCE.replace('_', '/')],
    ['with a letter for it', REFERENCE.replace('_', 'x')],
    ['with a letter for it that is two in lower case', REFERENCE.replace('_', 'İ')],
    ['with a character beyond the basic plane for it', REFERENCE.replace('_', '🎫')],
    ['with half a character for it', REFERENCE.replace('_', '\ud800')],
    ['with o for 0', REFERENCE.replaceAll('0', 'o')],
    ['with O for 0 in the first place', REFERENCE.replace('_0', '_O')],
    ['with i for 1', REFERENCE.replaceAll('1', 'i')],
    ['with L for 1', REFERENCE.replaceAll('1', 'L')],
    ['at the end of a path', `https://tickets.example.org/t/${REFERENCE}`],
    ['in the middle of a path', `https://tickets.example.org/t/${UPPER}/view?lang=de#top`],
    ['before a slash at the end', `https://tickets.example.org/${REFERENCE}/`],
    ['in the ticket parameter', `https://example.org/view?ticket=${REFERENCE}`],
    ['in a later parameter', `https://example.org/view?lang=de&Ticket=${UPPER}&x=1#top`],
    ['in a fragment that is a path', `https://example.org/#/t/${REFERENCE}`],
    ['in a percent-encoded URL', `https://example.org/t/tkt%5F${REFERENCE.slice(4)}`],
    ['in a parameter that is percent-encoded', `https://e.org/?to=%2Ft%2F${REFERENCE}`],
    ['in a URL with another separator', `https://example.org/t/${REFERENCE.replace('_', '?')}`],
    ['in a URL without a scheme', `tickets.example.org/t/${REFERENCE}`],
    ['with its first letter lost', REFERENCE.slice(1)],
    ['with all but its ULID lost', UPPER.slice(4)],
    ['without its underscore', REFERENCE.replace('_', '')],
    ['with two characters for the underscore', REFERENCE.replace('_', '--')],
    ['with a check digit', `${REFERENCE}0`],
    ['between start and stop signs', `*${REFERENCE}*`],
    ['after a prefix of the scanner', `s${REFERENCE}`],
    ['before a suffix of the scanner', `${REFERENCE}~`],
    ['before a name', `${REFERENCE} Amélie Dubois`],
    ['below a name', `Amélie Dubois\r\n${REFERENCE}`],
    ['twice', REFERENCE + REFERENCE],
    ['before half of another', REFERENCE + UPPER.slice(0, 20)],
    ['after a broken percent-encoding', `https://example.org/t/%E0%A4%A${REFERENCE}`],
    ['in a host', `https://${REFERENCE}.example.org/`],
    ['in a URL in capitals', `HTTPS://TICKETS.EXAMPLE.ORG/T/${UPPER}\r\n`],
  ])('is read %s', (_, raw) => {
    expect(parseTicketCode(raw)).toEqual(named);
  });

  it('is read however it is framed and spelled', () => {
    const anyReading = anyTicketReference().chain((reference) =>
      fc.tuple(fc.constant(reference), anyLead(), anySpelling(reference), anyTail()),
    );
    fc.assert(
      fc.property(anyReading, ([reference, lead, spelling, tail]) => {
        const code = parseTicketCode(lead + spelling + tail);
        expect(code).toEqual({ kind: 'reference', reference });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read from its canonical form unchanged', () => {
    fc.assert(
      fc.property(anyTicketReference(), (reference) => {
        expect(parseTicketCode(reference)).toEqual({ kind: 'reference', reference });
      }),
    );
  });
});

describe('half a code', () => {
  it.each([
    ['a reference without its end', REFERENCE.slice(0, -1)],
    ['a dozen characters of it', REFERENCE.slice(0, 12)],
    ['a reference with a letter that the alphabet lacks', `${REFERENCE.slice(0, -1)}u`],
    ['a reference with the long s for s', REFERENCE.replace('z', 'ſ')],
    ['the end of a ULID', REFERENCE.slice(8)],
    ['a signed code without its end', `${SIGNED_PART}.eyJ0IjoiVEtUIn0.AAAA`],
    ['a signed code without its beginning', `CJ9.eyJ0IjoiVEtUIn0.${'A'.repeat(86)}`],
  ])('is to be scanned again: %s', (_, raw) => {
    expect(parseTicketCode(raw)).toEqual({ kind: 'partial', text: raw });
  });

  it('of an enrolment code keeps nothing of the credentials', () => {
    const half = 'gatehouse://enrol?server=https%3A%2F%2Fgate.example.org%2Fv1&client=c&secret=';
    expect(parseTicketCode(half)).toEqual({ kind: 'partial', text: '' });
  });
});

describe('a code that names no ticket', () => {
  it.each([
    ['nothing', ''],
    ['only a terminator', '\r\n'],
    ['a product number', '306030209223'],
    ['26 digits', '01234567012345670123456701'],
    ['a reference to an order', `ord_${REFERENCE.slice(4)}`],
    ['another parameter', `https://example.org/view?order=ord_${REFERENCE.slice(4)}`],
    ['two tickets', `${REFERENCE} ${REFERENCE.replace('z', 'x')}`],
  ])('is %s', (_, raw) => {
    expect(parseTicketCode(raw).kind).toBe('unrecognised');
  });

  it('is kept as text without characters added by the scanner', () => {
    expect(parseTicketCode(']C1\ufeff  Seat\0 12 \r\n')).toEqual({
      kind: 'unrecognised',
      text: 'Seat\ufffd 12',
    });
  });

  it('is cut to what is stored, never inside a character', () => {
    const code = parseTicketCode(`x${'🎫'.repeat(MAX_CODE_LENGTH)}`);
    expect(code).toEqual({ kind: 'unrecognised', text: `x${'🎫'.repeat(4095)}\ufffd` });
  });
});

describe('other codes', () => {
  const part = 'eyJhbGciOiJFZERTQSJ9';
  const signature = 'A'.repeat(86);

  it('a signed code is recognised by its shape and kept unchanged', () => {
    const token = `${part}.eyJ0IjoiVEtUIn0.${signature}`;
    expect(parseTicketCode(`]Q1${token}\r\n`)).toEqual({ kind: 'signed', token });
  });

  it.each([
    ['two parts', `${part}.${signature}`],
    ['an empty part', `${part}..${signature}`],
    ['a host name', 'www.example.org'],
    ['a length that no bytes give', `${part}.eyJ0I.${signature}`],
    ['plain base64', `${part}.a+b/.${signature}`],
    ['a short signature', `${part}.eyJ0IjoiVEtUIn0.${signature.slice(1)}`],
  ])('%s is no signed code', (_, raw) => {
    expect(['unrecognised', 'partial']).toContain(parseTicketCode(raw).kind);
  });

  it('the training code is read as tickets are', () => {
    for (const raw of ['gatehouse_training', 'GATEHOUSE_TRAINING\r', ']Q1gatehouse?training\t']) {
      expect(parseTicketCode(raw)).toEqual({ kind: 'training' });
    }
    for (const code of [LAYOUT_CODE, SHORT_LAYOUT_CODE]) {
      expect(parseTicketCode(code)).toEqual({ kind: 'training' });
    }
  });

  it('an enrolment code yields the credentials of the station', () => {
    const enrolment = {
      server_url: 'https://gate.example.org/v1',
      client_id: 'cli_1',
      client_secret: 'S3cret/+=&',
      certificate: null,
      keys: null,
      event: null,
      location: null,
    };
    expect(parseTicketCode(`]Q1${formatEnrolmentCode(enrolment)}\r`)).toEqual({
      kind: 'enrolment',
      enrolment,
    });
  });
});

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 9_000, size: 'max' }),
    fc
      .array(fc.constantFrom(' ', '\0', ']Q1', '\\000026', 'tkt_', '/', '.', '%', '０', 'eyJ'), {
        maxLength: 3_000,
        size: 'max',
      })
      .map((parts) => parts.join('')),
    fc.tuple(anyLead(), fc.string(), anyTail()).map((parts) => parts.join('')),
  );

  it('never throws on any text, and the result can be stored', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const code = parseTicketCode(raw);
        if (code.kind === 'reference') expect(isReference('ticket', code.reference)).toBe(true);
        if (code.kind !== 'unrecognised' && code.kind !== 'partial') return;
        expect(code.text.length).toBeLessThanOrEqual(MAX_CODE_LENGTH);
        expect(code.text.isWellFormed()).toBe(true);
        expect(code.text).not.toContain('\0');
      }),
      { numRuns: 300 },
    );
  });

  it('reads a stored result again as the same code', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const code = parseTicketCode(raw);
        if (code.kind === 'unrecognised' || (code.kind === 'partial' && code.text !== ''))
          expect(parseTicketCode(code.text)).toEqual(code);
      }),
      { numRuns: 300 },
    );
  });
});
