// Why: docs/decisions/0004-ticket-codes.md
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { instantFromMicros, isInstant, MICROS_PER_SECOND, type Instant } from '../instant.ts';
import { parseJson } from '../contract/parse-json.ts';
import { referenceOf, type TicketReference } from '../references.ts';

/** The content of a signed code. Other resources are named by `shortName`; the reader looks them up in the setup. */
export interface SignedTicket {
  readonly ticket: TicketReference;
  readonly event: string;
  readonly ticket_type: string;
  readonly session: string | null;
  /** Left out if it does not fit; no decision depends on it. */
  readonly seat_label: string | null;
  /** Half-open; null is open on that side. Rounded inwards to whole seconds. */
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  /** Null admits anywhere, an empty list nowhere. */
  readonly entry_points: readonly string[] | null;
  /** Which of the ticket's codes this is, from 1. */
  readonly issue: number;
}

/** The first code of a ticket. */
export const FIRST_ISSUE = 1;
export const LAST_ISSUE = 999;

/**
 * Which of a ticket's codes was read. A plain reference counts as the first, so that nobody gets in with a reference taken out of a
 * replaced code. At the box office (no location) a reference is not a code: it only names the ticket.
 */
export function issueRead(signed: SignedTicket | null, location: unknown): number | null {
  if (signed !== null) return signed.issue;
  return location === null ? null : FIRST_ISSUE;
}

/** Random bytes of a reference in its short name: enough that two resources of one event, or two events, do not collide. */
const NAME_BYTES = { event: 4, session: 4, ticketType: 3, location: 3 } as const;
const LOCATION_NAME_LENGTH = 4;

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const BASE_32 = '0123456789abcdefghijklmnopqrstuv';
const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The short name of an event, session, ticket type or location in a code. */
export function shortName(kind: keyof typeof NAME_BYTES, reference: string): string {
  const bytes = NAME_BYTES[kind];
  return base64Of(BigInt.asUintN(bytes * 8, numberOf(reference)), bytes);
}

const Payload = Compile(
  Type.Object(
    {
      t: Type.String({ pattern: '^[\\w-]{22}$' }),
      e: Type.String({ pattern: '^[\\w-]{6}$' }),
      y: Type.String({ pattern: '^[\\w-]{4}$' }),
      s: Type.Optional(Type.String({ pattern: '^[\\w-]{6}$' })),
      w: Type.Optional(Type.String({ pattern: '^(-?[0-9a-z]{1,8})?\\.(-?[0-9a-z]{1,8})?$' })),
      p: Type.Optional(Type.String({ pattern: '^([\\w-]{4})*$' })),
      i: Type.Integer({ minimum: FIRST_ISSUE, maximum: LAST_ISSUE }),
      l: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
);

/**
 * The payload of a code: JSON in ASCII with keys in this order: `t` ticket, `e` event, `y` ticket type, `s` session, `w` window as
 * `from.until` in seconds of base 36, `p` entry points concatenated, `i` issue, `l` seat label.
 */
export function writeCodePayload(ticket: SignedTicket): string {
  const { session, valid_from: from, valid_until: until, entry_points: points } = ticket;
  return asciiJson({
    t: base64Of(numberOf(ticket.ticket), 16),
    e: ticket.event,
    y: ticket.ticket_type,
    s: session ?? undefined,
    w: from === null && until === null ? undefined : windowText(from, until),
    p: points?.join(''),
    i: ticket.issue,
    l: ticket.seat_label ?? undefined,
  });
}

/**
 * Reads a payload. Null for anything that `writePayload` would have written differently: a duplicate or unknown key may mean a restriction,
 * and ignoring it could admit somebody whom the code does not.
 */
export function readPayload(text: string): SignedTicket | null {
  const value = parseJson(text);
  if (!Payload.Check(value)) return null;
  const [from = null, until = null] = value.w?.split('.').map(instantOf) ?? [];
  if (from === undefined || until === undefined) return null;
  const signed: SignedTicket = {
    ticket: referenceOf('ticket', ulidOf(value.t)),
    event: value.e,
    ticket_type: value.y,
    session: value.s ?? null,
    seat_label: value.l ?? null,
    valid_from: from,
    valid_until: until,
    entry_points: value.p === undefined ? null : (value.p.match(locationNames) ?? []),
    issue: value.i,
  };
  return writeCodePayload(signed) === text ? signed : null;
}

const locationNames = new RegExp(`.{${LOCATION_NAME_LENGTH}}`, 'g');

function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function windowText(from: Instant | null, until: Instant | null): string {
  const opens = from === null ? '' : Math.ceil(from / MICROS_PER_SECOND).toString(36);
  const closes = until === null ? '' : Math.floor(until / MICROS_PER_SECOND).toString(36);
  return `${opens}.${closes}`;
}

/** Null for empty text, undefined for a time beyond the range of instants. */
function instantOf(text: string): Instant | null | undefined {
  if (text === '') return null;
  const micros = Number.parseInt(text, 36) * MICROS_PER_SECOND;
  return isInstant(micros) ? instantFromMicros(micros) : undefined;
}

/** The 128 bits after a reference's prefix. */
function numberOf(reference: string): bigint {
  return readDigits(reference.slice(reference.indexOf('_') + 1), CROCKFORD);
}

function ulidOf(base64: string): string {
  // 22 characters hold four bits more than 16 bytes.
  const digits = (readDigits(base64, BASE_64) >> 4n).toString(32).padStart(26, '0');
  return digits.replace(/./g, (digit) => CROCKFORD.charAt(BASE_32.indexOf(digit)));
}

function readDigits(text: string, alphabet: string): bigint {
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const digit of text) number = number * base + BigInt(alphabet.indexOf(digit));
  return number;
}

/** Base64url of the big-endian bytes, without padding. */
function base64Of(number: bigint, bytes: number): string {
  const characters = Math.ceil((bytes * 4) / 3);
  let bits = number << BigInt(characters * 6 - bytes * 8);
  let text = '';
  for (let index = 0; index < characters; index += 1) {
    text = BASE_64.charAt(Number(bits & 63n)) + text;
    bits >>= 6n;
  }
  return text;
}
