// Why: docs/decisions/0004-ticket-codes.md
import { cleanCode, plainText } from './clean-code.ts';
import { referenceOf, type TicketReference } from '../references.ts';
import { type Enrolment, readEnrolmentCode } from './enrolment-code.ts';

/**
 * A whole code. `reference`: the ticket's reference in canonical form. `signed`: a compact JWS, recognised by its shape only.
 * `enrolment`: the credentials of a station; never stored or shown. `training`: the self-test's code.
 */
export type WholeCode =
  | { readonly kind: 'reference'; readonly reference: TicketReference }
  | { readonly kind: 'signed'; readonly token: string }
  | { readonly kind: 'enrolment'; readonly enrolment: Enrolment }
  | { readonly kind: 'training' };

/** A whole code inside a cleaned text: its own characters, and where they begin. */
export interface FoundCode {
  readonly code: WholeCode;
  readonly raw: string;
  readonly start: number;
}

/** Crockford's alphabet in lower case, with the letters read as digits (o, i, l). It has no U. */
const ULID = '[0-7oil][0-9a-tv-z]{25}';
const wholeReference = new RegExp(`^tkt[^](${ULID})$`, 'u');
/**
 * Inside other text only a sign may stand for `_`: a code that lost it has a letter in its place. And no `%`, which is the beginning of
 * an encoded one.
 */
const references = new RegExp(`tkt[^0-9a-z%](${ULID})`, 'gu');
/** The first characters of a reference may be lost while a scanner wakes up; its ULID names the ticket. */
const headlessReference = new RegExp(`^(?:(?:t?k)?t)?[^0-9a-z]{1,2}(${ULID})$|^tkt(${ULID})$`, 'u');
/** Until 2039 a ULID begins with 01; digits alone may be a product's number. */
const bareUlid = /^(?=.*[a-z])(0[1oil][0-9a-tv-z]{24})$/u;

/** Between the characters of a code that is printed in groups or wrapped, and the NULs of UTF-16. */
const GAPS = /[\s\p{Cc}\p{Pd}]/gu;

const training = /gatehouse[^]training/u;
/** The beginning of an enrolment code, which has credentials in it. */
export const enrolmentHead = /gatehouse:\/\/enrol\?/i;

/** An Ed25519 signature is 64 bytes: 86 characters in base64url. */
const SIGNATURE_LENGTH = 86;
const BASE64URL = /^[\w-]+$/;

/**
 * Every whole code in a reading, in order, whatever stands around it: a prefix or suffix that a scanner was set up to add, the URL that
 * names it, a check digit, a name. The same code twice counts once.
 */
export function findCodes(reading: string): readonly FoundCode[] {
  const text = plainText(reading);
  const enrolling = findEnrolment(text);
  if (enrolling !== null) return [enrolling];
  const signed = findSigned(text);
  const lower = lowerAscii(text);
  const found = [
    ...signed,
    ...findReferences(signed.reduce(without, lower)),
    ...findTraining(lower),
  ].toSorted((one, other) => one.start - other.start);
  // What looks like framing may be the beginning of a code, so that is removed last.
  if (found.length === 0) return findMended(lowerAscii(cleanCode(text)));
  return found.filter(
    ({ code }, index) => found.findIndex((one) => isSame(one.code, code)) === index,
  );
}

/** ASCII letters only: elsewhere one character may become two, or the Kelvin sign an ordinary k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function findReferences(lower: string): readonly FoundCode[] {
  return Array.from(percentDecoded(lower).matchAll(references), ofReference);
}

/** A reference alone, with what a keyboard, a layout, a scanner that wakes up or a person who writes it in groups has made of it. */
function findMended(lower: string): readonly FoundCode[] {
  const match = matchAlone(lower) ?? matchAlone(lower.replaceAll(GAPS, ''));
  return match === null ? [] : [ofReference(match)];
}

function matchAlone(lower: string): RegExpExecArray | null {
  return wholeReference.exec(lower) ?? headlessReference.exec(lower) ?? bareUlid.exec(lower);
}

function ofReference(match: RegExpMatchArray): FoundCode {
  const ulid = (match[1] ?? match[2] ?? '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  const reference = referenceOf('ticket', ulid);
  return { code: { kind: 'reference', reference }, raw: match[0], start: match.index ?? 0 };
}

/** Splits at the dots: a pattern for the whole code would take quadratic time on a hostile text. */
function findSigned(text: string): readonly FoundCode[] {
  if (!text.includes('eyJ')) return [];
  const found: FoundCode[] = [];
  const parts = text.split('.');
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const begins = part.slice(startOfRun(part)).indexOf('eyJ');
    const payload = parts[index + 1] ?? '';
    const signature = parts[index + 2]?.slice(0, SIGNATURE_LENGTH) ?? '';
    if (begins >= 0 && isBase64(payload) && isBase64(signature, SIGNATURE_LENGTH)) {
      const at = startOfRun(part) + begins;
      const token = `${part.slice(at)}.${payload}.${signature}`;
      // No number of bytes encodes to 4n + 1 base64 characters.
      if ((part.length - at) % 4 !== 1)
        found.push({ code: { kind: 'signed', token }, raw: token, start: from + at });
    }
    from += part.length + 1;
  }
  return found;
}

/** Where the base64url characters at the end of a part begin. */
function startOfRun(part: string): number {
  let start = part.length;
  while (start > 0 && BASE64URL.test(part.charAt(start - 1))) start -= 1;
  return start;
}

function isBase64(text: string, length = text.length): boolean {
  return text.length === length && text.length % 4 !== 1 && BASE64URL.test(text);
}

/** What is signed may look like anything, but names only what its signature says. */
function without(text: string, { start, raw }: FoundCode): string {
  return text.slice(0, start) + ' '.repeat(raw.length) + text.slice(start + raw.length);
}

function findTraining(lower: string): readonly FoundCode[] {
  const match = training.exec(lower);
  return match === null ? [] : [{ code: { kind: 'training' }, raw: match[0], start: match.index }];
}

function findEnrolment(text: string): FoundCode | null {
  const start = text.search(enrolmentHead);
  if (start < 0) return null;
  const raw = cleanCode(text.slice(start));
  const read = readEnrolmentCode(raw);
  return read === null ? null : { code: { kind: 'enrolment', enrolment: read }, raw, start };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isSame(one: WholeCode, other: WholeCode): boolean {
  if (one.kind === 'reference' && other.kind === 'reference')
    return one.reference === other.reference;
  if (one.kind === 'signed' && other.kind === 'signed') return one.token === other.token;
  return one.kind === other.kind;
}
