import { describe, expect, it } from 'vitest';
import { ApiError } from '../../http/errors/api-error.ts';
import { parseListQuery } from './list-parameters.ts';
import { readQueryString } from '../../http/request-target.ts';

const known = [
  'page',
  'per_page',
  'updated_since',
  'cursor',
  'order',
  'status',
  'include_deleted',
  'include',
] as const;

const parse = (query: string) => parseListQuery(readQueryString(`/list?${query}`), known);

function errorsOf(query: string): unknown {
  try {
    parse(query);
    return null;
  } catch (error) {
    return error instanceof ApiError ? Object.keys(error.errors ?? {}) : error;
  }
}

describe('parseListQuery', () => {
  it('has the defaults of §4.1', () => {
    expect(parse('')).toEqual({
      page: 1,
      perPage: 25,
      updatedSince: null,
      cursor: null,
      since: null,
      includeDeleted: false,
      includeAnswers: false,
      statuses: null,
      state: null,
      order: null,
      contact: null,
      email: null,
      ticketType: null,
      session: null,
      isCheckedIn: null,
      search: null,
      externalId: null,
      code: null,
      filters: [],
    });
  });

  it.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999999', 100],
  ])('per_page=%s is %i', (text, expected) => {
    expect(parse(`per_page=${text}`).perPage).toBe(expected);
  });

  it.each(['0', '-1', '', '1.5', '1e2', '0x10', 'ten', '٣', '1%00', 'NaN'])(
    'per_page=%s is refused',
    (text) => {
      expect(errorsOf(`per_page=${text}`)).toEqual(['per_page']);
    },
  );

  it.each(['0', '-1', '', 'abc', '1.5', '99999999999999999999', '%00', '1e3'])(
    'page=%s is page 1',
    (text) => {
      expect(parse(`page=${text}`).page).toBe(1);
    },
  );

  it('reads updated_since to the microsecond, with an offset whose plus became a space', () => {
    const instant = parse('updated_since=2026-12-12T20:00:00.123456+01:00').updatedSince;
    expect(instant).toBe(Date.UTC(2026, 11, 12, 19) * 1000 + 123_456);
    expect(parse('updated_since=2026-12-12T20:00:00.123456%2B01:00').updatedSince).toBe(instant);
  });

  it('reads a beginning before all time, as .NET writes it', () => {
    expect(parse('updated_since=0001-01-01T00:00:00').updatedSince).toBeLessThan(0);
  });

  it.each(['', 'yesterday', '2026-13-01', '1733000000', '2026-02-30T00:00:00Z', '%00'])(
    'updated_since=%s is refused',
    (text) => {
      expect(errorsOf(`updated_since=${text}`)).toEqual(['updated_since']);
    },
  );

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('include_deleted=%s is %s', (text, expected) => {
    expect(parse(`include_deleted=${text}`).includeDeleted).toBe(expected);
  });

  it.each([
    ['include_deleted=yes', ['include_deleted']],
    ['include_deleted=', ['include_deleted']],
    ['status=sold', ['status']],
    ['status=valid,sold', ['status']],
    ['status=valid,', ['status']],
    ['include=orders', ['include']],
    ['status[]=valid', ['status']],
    ['status=x&include=y&per_page=z', ['per_page', 'include', 'status']],
  ])('%s names what is wrong', (query, fields) => {
    expect(errorsOf(query)).toEqual(fields);
  });

  it('takes checked_in as a status', () => {
    expect(parse('status=checked_in').statuses).toEqual(['checked_in']);
  });

  it('takes several statuses, each once', () => {
    expect(parse('status=refunded,valid,refunded').statuses).toEqual(['valid', 'refunded']);
  });

  it('counts the last of repeated parameters, and ignores what it does not know', () => {
    const query = parse('per_page=5&x=1&per_page=7&email=a%40b.c');
    expect(query.perPage).toBe(7);
    expect(query.email).toBeNull();
    expect(query.filters).toEqual([['per_page', '7']]);
  });

  it('keeps filters as they were sent, but not the place in the list', () => {
    expect(parse('page=3&status=valid&per_page=500&cursor=abc').filters).toEqual([
      ['status', 'valid'],
      ['per_page', '500'],
    ]);
  });
});
