import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { MAX_BODY_DEPTH } from '../../../shared/contract/limits.ts';
import { canonicalJson, parseJsonBody } from './json-body.ts';

function codeOf(bytes: Buffer): string {
  try {
    parseJsonBody(bytes, 1_000);
    return 'none';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

const refusal = (text: string, maxValues: number) => {
  try {
    parseJsonBody(Buffer.from(text), maxValues);
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error);
  }
};

describe('parseJsonBody', () => {
  it('reads every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonBody(Buffer.from(text), 1_000)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half an object', Buffer.from('{"a":')],
    ['two values', Buffer.from('1 2')],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a depth that would exhaust the stack', Buffer.from('['.repeat(500_000))],
    ['one level too many', Buffer.from('['.repeat(MAX_BODY_DEPTH + 1) + ']'.repeat(99))],
  ])('refuses %s', (_case, bytes) => {
    expect(codeOf(bytes)).toBe('request.malformed');
  });

  it('counts no brackets inside texts', () => {
    const text = JSON.stringify({ a: `${'['.repeat(99)}"\\` });
    expect(parseJsonBody(Buffer.from(text), 1_000)).toEqual(JSON.parse(text));
  });
});

describe('the number of values', () => {
  it.each([
    ['[1,2,3]', 4],
    ['{"a":[1,2],"b":{"c":"x,y,[z"}}', 6],
    ['"a,b,c,[,{"', 1],
    ['"\\",[,"', 1],
  ])('of %s is at most %i', (text, count) => {
    expect(refusal(text, count + 1)).toBeNull();
    expect(refusal(text, count - 1)).toMatch(/at most \d+ values/);
  });

  it('is bounded before the body is parsed', () => {
    expect(refusal(`[${'1,'.repeat(50)}`, 20)).toMatch(/at most 20 values/);
  });
});

describe('canonicalJson', () => {
  it('is equal for equal values whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('tells different values apart', () => {
    const texts = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, { b: 1 }, [1], 1, null].map(
      canonicalJson,
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});
