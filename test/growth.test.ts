// Why: docs/decisions/0024-testing.md
import { describe, expect, it, vi } from 'vitest';
import { decodeCursor } from '../src-server/api/lists/cursor.ts';
import { parseJsonBody } from '../src-server/http/bodies/json-body.ts';
import { compileBody } from '../src-server/http/bodies/validate-body.ts';
import { parseNewEndpointUrl } from '../src-server/webhooks/egress/endpoint-url.ts';
import { verifyWebhook } from '../src-server/webhooks/verify-webhook.ts';
import { routeTable } from '../shared/resources/route-table.ts';
import { cleanCode } from '../shared/ticket-code/clean-code.ts';
import { attempt, isSteep, leastMs, NEXT_TO_NOTHING_MS, type Write } from './support/growth.ts';
import { parsers } from './support/parsers.ts';

/** Whatever comes from somebody who is not known, from another program or from a file is read in linear time. */
describe('every parser of foreign input', () => {
  it.each(parsers)(
    'takes about four times as long for four times as much: $name',
    ({ read, texts, longest }) => {
      const steep = texts.find((write) => isSteep(read, write, longest));
      expect(steep?.(64)).toBeUndefined();
    },
  );
});

const upload = compileBody(routeTable.uploadScans.request);
const numbers = Array<number>(1_000_000).fill(1);

const signed = (header: string) => ({ secret: 's', header, body: '', nowSeconds: 0 });

const refuseOverlong = () => expect(() => upload({ items: numbers })).toThrow('500 items');

describe('an input beyond its bound', () => {
  it.each<[string, string, (text: string) => unknown]>([
    ['a cursor', 'A', (text) => decodeCursor(Buffer.alloc(32), 'x', text)],
    ['the URL of an endpoint', 'https://a/', parseNewEndpointUrl],
    ['a signature header', 'v1=,', (header) => verifyWebhook(signed(header))],
    ['a ticket code', ' a', cleanCode],
  ])('costs next to nothing however long it is: %s', (_name, piece, read) => {
    const text = piece.repeat(4_000_000 / piece.length);
    expect(leastMs(() => attempt(read, text))).toBeLessThan(NEXT_TO_NOTHING_MS);
  });

  it('is refused before a list is looked at item by item', () => {
    expect(leastMs(refuseOverlong)).toBeLessThan(NEXT_TO_NOTHING_MS);
  });

  it('is refused before it is parsed, if it is a body of too many values', () => {
    const bytes = Buffer.from(JSON.stringify(numbers));
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => parseJsonBody(bytes, 1_000)).toThrow('values');
    expect(parse).not.toHaveBeenCalled();
  });
});

const names = (length: number) =>
  Array.from({ length: length / 7 }, (_value, n) => `p${n}=`).join('&');
const readForm = (text: string) => {
  const form = new URLSearchParams(text);
  return [...form.keys()].map((name) => form.getAll(name));
};

describe('the measurement', { tags: ['long'] }, () => {
  it.each<[string, (text: string) => unknown, Write, number?]>([
    ['a form that is searched for each of its names', readForm, names],
    [
      'a pattern that goes back from every character',
      (text) => /a+$/.test(text),
      (length) => `${'a'.repeat(length - 1)}!`,
      16_384,
    ],
  ])('finds %s', (_name, read, write, longest) => {
    expect(isSteep(read, write, longest)).toBe(true);
  });
});
