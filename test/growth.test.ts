import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { compileBody } from '../src-server/http/validate-body.ts';
import { decodeCursor } from '../src-server/api/cursor.ts';
import { parseJsonBody } from '../src-server/http/json-body.ts';
import { parseEndpointUrl } from '../src-server/webhooks/egress/endpoint-url.ts';
import { verifyWebhook } from '../src-server/webhooks/verify-webhook.ts';
import { routeTable } from '../shared/contract/route-table.ts';
import { cleanCode } from '../shared/ticket-code/clean-code.ts';
import { countCharges } from './support/work-count/count-work.ts';
import { matchCounting } from './support/work-count/regexp-steps.ts';

/**
 * Whatever comes from somebody who is not known, from another program or from a file is read in linear time: twice the input is
 * about twice the work. Work is counted, not timed (`support/work-count/count-work`), for families of input that parsers break at. It is
 * measured in a process of its own, because a count covers everything that a process has loaded.
 */
const measuring = fileURLToPath(new URL('./support/work-count/measure-growth.ts', import.meta.url));
/** V8 forgets the counts of code that it throws away or replaces, whenever that is. */
const steady = ['--no-flush-bytecode', '--no-opt', '--no-maglev'];
const Measured = Compile(
  Type.Object({
    name: Type.String(),
    families: Type.Integer({ minimum: 20 }),
    steep: Type.Array(Type.String()),
  }),
);

describe('every parser of foreign input', { tags: ['long'] }, () => {
  it('does about twice the work for twice as much of the same', { timeout: 600_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...steady, measuring]);
    const measured = stdout
      .trim()
      .split('\n')
      .map((line) => Measured.Parse(JSON.parse(line)));
    expect(measured.length).toBeGreaterThanOrEqual(40);
    expect(measured.filter(({ steep }) => steep.length > 0)).toEqual([]);
  });
});

const numbers = (count: number) => `{"items":[${Array(count).fill('1').join(',')}]}`;
const upload = compileBody(routeTable.uploadScans.request);

function workFor(read: (text: string) => unknown, text: string): number {
  return countCharges(() => {
    try {
      read(text);
    } catch {
      // A refusal is what this is about.
    }
  });
}

const refuseOverlong = (text: string) => {
  const body: unknown = JSON.parse(text);
  return countCharges(() => expect(() => upload(body)).toThrow('500 items'));
};

const refuse = (text: string) => {
  const bytes = Buffer.from(text);
  return countCharges(() => expect(() => parseJsonBody(bytes, 1_000)).toThrow('values'));
};

describe('an input beyond its bound', { tags: ['long'] }, () => {
  it.each<[string, (text: string) => unknown, (length: number) => string, number]>([
    ['a cursor', (text) => decodeCursor(Buffer.alloc(32), 'x', text), fill('A'), 600],
    ['the URL of an endpoint', parseEndpointUrl, fill('https://a/'), 2_100],
    [
      'a signature header',
      (header) => verifyWebhook({ secret: 's', header, body: '', nowSeconds: 0 }),
      fill('v1=,'),
      4_200,
    ],
    ['a ticket code', cleanCode, fill(' a'), 8_200],
  ])('costs no more however long it is: %s', (_name, read, write, beyond) => {
    const first = workFor(read, write(beyond));
    expect(workFor(read, write(beyond * 20))).toBeLessThanOrEqual(first + 10);
  });

  it('is refused before a list is looked at item by item', () => {
    expect(refuseOverlong(numbers(19_000))).toBeLessThanOrEqual(refuseOverlong(numbers(600)) + 10);
  });

  it('is refused before it is parsed, if it is a body of too many values', () => {
    // What it costs is to decode it, and not to build half a million numbers.
    expect(refuse(numbers(500_000))).toBeLessThan(1_100_000);
  });
});

function fill(piece: string): (length: number) => string {
  return (length) => piece.repeat(length / piece.length);
}

const steps = (pattern: RegExp, length: number) =>
  matchCounting(pattern, `${'a'.repeat(length)}!`, 0).steps;

const searchForm = (count: number) => {
  const form = new URLSearchParams(Array.from({ length: count }, (_value, n) => [`p${n}`, '']));
  return countCharges(() => [...form.keys()].map((name) => form.getAll(name)));
};

describe('the count', { tags: ['long'] }, () => {
  it.each([
    [/^a*$/, 2],
    [/a+$/, 4],
    [/^(?:a|aa)+$/, 1_000],
    [/^a*?a*?$/, 4],
  ])('of the steps of %s grows as its matcher backtracks', (pattern, growth) => {
    const length = growth === 1_000 ? 12 : 100;
    const ratio = steps(pattern, 2 * length) / steps(pattern, length);
    if (growth === 1_000) expect(ratio).toBeGreaterThan(100);
    else expect(Math.abs(ratio - growth)).toBeLessThan(0.3);
  });

  it('sees a list that is searched for each of its items', () => {
    expect(searchForm(400) / searchForm(200)).toBeGreaterThan(3);
  });
});
