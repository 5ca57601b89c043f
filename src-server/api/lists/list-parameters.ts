import { errorMessages } from '../../../shared/contract/errors.ts';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
} from '../../../shared/contract/limits.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../../shared/contract/paginator.ts';
import { queryParameters, type QueryParameter } from '../../../shared/contract/query.ts';
import { parseBound, type Instant } from '../../../shared/instant.ts';
import { isBlank } from '../../../shared/plain-text.ts';
import { cleanCode } from '../../../shared/ticket-code/clean-code.ts';
import { ticketStatuses, type TicketStatus } from '../../../shared/verdict/terms/facts.ts';
import { validationFailed } from '../../http/errors/api-error.ts';

/** The parsed query parameters of lists; absent ones have their defaults. */
export interface ParsedListQuery {
  readonly page: number;
  readonly perPage: number;
  /** Set in incremental mode. */
  readonly updatedSince: Instant | null;
  readonly cursor: string | null;
  /** Missed deliveries only. */
  readonly since: Instant | null;
  readonly includeDeleted: boolean;
  readonly includeAnswers: boolean;
  readonly statuses: readonly TicketStatus[] | null;
  /** Conflicts only. */
  readonly state: 'open' | 'resolved' | null;
  readonly order: string | null;
  readonly contact: string | null;
  readonly email: string | null;
  readonly ticketType: string | null;
  readonly session: string | null;
  readonly isCheckedIn: boolean | null;
  readonly search: string | null;
  readonly code: string | null;
  readonly externalId: string | null;
  /** Known parameters that the caller sent, except the position in the list: repeated in every page's URL. */
  readonly filters: readonly (readonly [string, string])[];
}

const WHOLE_NUMBER = /^[1-9]\d*$/;
const places = new Set<string>(['page', 'cursor']);

/** Parses the parameters that an operation knows and ignores others. Throws `validation.failed` naming every invalid one. */
export function parseListQuery(
  raw: ReadonlyMap<string, string>,
  known: readonly QueryParameter[],
): ParsedListQuery {
  const errors = new Map<string, string[]>();
  for (const name of known) {
    if (isSentAsList(raw, name))
      errors.set(name, [errorMessages.fieldMustBe(name, 'a single value')]);
  }
  /** `parse` returns undefined for an invalid value. */
  function read<T>(name: QueryParameter, absent: T, parse: (text: string) => T | undefined): T {
    const text = known.includes(name) ? raw.get(name) : undefined;
    if (text === undefined) return absent;
    const value = parse(text);
    if (value !== undefined) return value;
    errors.set(name, [errorMessages.fieldMustBe(name, queryParameters[name].rule)]);
    return absent;
  }
  const query: ParsedListQuery = {
    page: read('page', 1, parsePage),
    perPage: read('per_page', DEFAULT_PER_PAGE, parsePerPage),
    updatedSince: read<Instant | null>('updated_since', null, parseMoment),
    cursor: read<string | null>('cursor', null, keep),
    since: read<Instant | null>('since', null, parseMoment),
    includeDeleted: read('include_deleted', false, parseFlag),
    includeAnswers: read('include', false, parseInclude),
    statuses: read<readonly TicketStatus[] | null>('status', null, parseStatuses),
    state: read<'open' | 'resolved' | null>('state', null, parseState),
    order: read<string | null>('order', null, cleanCode),
    contact: read<string | null>('contact', null, cleanCode),
    email: read<string | null>('email', null, parseAddress),
    ticketType: read<string | null>('ticket_type', null, cleanCode),
    session: read<string | null>('session', null, cleanCode),
    isCheckedIn: read<boolean | null>('checked_in', null, parseFlag),
    search: read<string | null>('q', null, parseSearch),
    code: read<string | null>('code', null, parseCode),
    externalId: read<string | null>('external_id', null, parseNumber),
    filters: [...raw].filter(([name]) => isKnown(name, known) && !places.has(name)),
  };
  if (errors.size > 0) throw validationFailed(Object.fromEntries(errors));
  return query;
}

/** Whether `include_deleted` is set, before the rest of the query is validated. */
export function wantsDeleted(
  raw: ReadonlyMap<string, string>,
  known: readonly QueryParameter[],
): boolean {
  const text = known.includes('include_deleted') ? raw.get('include_deleted') : undefined;
  return text !== undefined && parseFlag(text) === true;
}

/** Anything but a positive integer means page 1, as in Laravel. */
function parsePage(text: string): number {
  const digits = text.trim().replace(/^\+/, '');
  const page = WHOLE_NUMBER.test(digits) ? Number(digits) : 1;
  return Number.isSafeInteger(page) ? page : 1;
}

function parsePerPage(text: string): number | undefined {
  return WHOLE_NUMBER.test(text) ? Math.min(Number(text), MAX_PER_PAGE) : undefined;
}

function parseMoment(text: string): Instant | undefined {
  return parseBound(text) ?? undefined;
}

function parseFlag(text: string): boolean | undefined {
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : undefined;
}

function parseInclude(text: string): boolean | undefined {
  return text === 'answers' ? true : undefined;
}

/** In the order of the contract, each once. */
function parseStatuses(text: string): readonly TicketStatus[] | undefined {
  const named = text.split(',');
  const statuses = ticketStatuses.filter((status) => named.includes(status));
  return named.every((name) => statuses.some((status) => status === name)) ? statuses : undefined;
}

function parseSearch(text: string): string | undefined {
  return isBlank(text) || text.length > MAX_NAME_LENGTH || text.includes('\0') ? undefined : text;
}

function parseState(text: string): 'open' | 'resolved' | undefined {
  return text === 'open' || text === 'resolved' ? text : undefined;
}

/** An address has no space inside: what is one was `+` in a query that was not escaped. */
function parseAddress(text: string): string | undefined {
  if (isBlank(text) || text.length > MAX_EMAIL_LENGTH) return undefined;
  return text.trim().replaceAll(' ', '+');
}

/** As it came: what a scanner adds is forgiven by whoever looks it up. */
function parseCode(text: string): string | undefined {
  return isBlank(text) || text.length > MAX_CODE_LENGTH ? undefined : text;
}

function parseNumber(text: string): string | undefined {
  return parseSearch(text)?.trim();
}

function keep(text: string): string {
  return text;
}

function isKnown(name: string, known: readonly string[]): boolean {
  return known.includes(name);
}

function isSentAsList(raw: ReadonlyMap<string, string>, name: string): boolean {
  return [...raw.keys()].some((key) => key.startsWith(`${name}[`));
}
