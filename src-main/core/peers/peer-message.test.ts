import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../../shared/instant.ts';
import { releaseKinds } from '../../../shared/verdict/terms/releases.ts';
import {
  MAX_ADMISSIONS,
  MAX_PARTS,
  MAX_SERIES,
  MAX_FRAME_BYTES,
  parseMessage,
  seriesOf,
  writeMessage,
  type AdmissionsMessage,
} from './peer-message.ts';

const STATION = '01KYVBNVQ00000000000000001';
const at = instantFromMicros(1_790_000_000_123_456);
const HASH = 'h'.repeat(22);

const station = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const keyId = fc.stringMatching(/^[A-Za-z0-9_-]{8}$/);
const series = fc.tuple(station, keyId).map(([of, key]) => seriesOf(of, key));
const instant = fc.integer({ min: 0, max: 2 ** 51 }).map(instantFromMicros);
const place = fc.option(fc.string({ maxLength: 100 }));
const end = fc.option(fc.constantFrom(...releaseKinds));

const summary = fc.record({
  kind: fc.constant('summary' as const),
  station,
  at: instant,
  client_id: place,
  place,
  known: fc.array(fc.tuple(series, fc.nat()), { maxLength: 20 }).map((known) => new Map(known)),
  again: fc.boolean(),
});
const part = fc
  .record({
    series,
    from: fc.nat(),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), instant, place, end), {
      minLength: 1,
      maxLength: 9,
    }),
  })
  .map(({ series: of, from, steps }) => {
    let sequence = from;
    const admissions = steps.map(([step, time, where, ends]) => {
      sequence += step;
      return { sequence, h: HASH, at: time, place: where, ends };
    });
    return { series: of, sequence_from: from, admissions };
  });
const admissions = fc.record({
  kind: fc.constant('admissions' as const),
  station,
  at: instant,
  parts: fc.array(part, { maxLength: 5 }),
});

function withAdmission(change: object): string {
  const one = { sequence: 1, h: HASH, at, place: null, ends: null, ...change };
  const values = [one.sequence, one.h, one.at, one.place, one.ends];
  const parts = [{ series: `${STATION}.today123`, sequence_from: 0, admissions: [values] }];
  return JSON.stringify({ kind: 'admissions', station: STATION, at, parts });
}

describe('a message between stations', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.oneof(summary, admissions), (message) => {
        expect(parseMessage(writeMessage(message))).toEqual(message);
      }),
    );
  });

  it('fits into a frame with the maximum number of admissions and series', () => {
    const place = `loc_${'0'.repeat(26)}`;
    const each = MAX_ADMISSIONS / MAX_PARTS;
    const parts = Array.from({ length: MAX_PARTS }, (_, of) => ({
      series: `${STATION.slice(0, -3)}${100 + of}.today123`,
      sequence_from: 10_000_000,
      admissions: Array.from({ length: each }, (__, index) => ({
        sequence: 10_000_001 + index,
        h: HASH,
        at,
        place,
        ends: 'mistake' as const,
      })),
    }));
    const message: AdmissionsMessage = { kind: 'admissions', station: STATION, at, parts };
    expect(writeMessage(message).length + 100).toBeLessThan(MAX_FRAME_BYTES);
    expect(parseMessage(writeMessage(message))).toEqual(message);
    const more = { ...message, parts: [...parts, ...parts.slice(0, 1)] };
    expect(parseMessage(writeMessage(more))).toBeNull();
  });

  it('fits into a frame with the maximum number of known series', () => {
    const known = Array.from({ length: MAX_SERIES }, (_, of): [string, number] => [
      `${STATION.slice(0, -4)}${1_000 + of}.today123`,
      10_000_000,
    ]);
    const named = { client_id: `gci_${'0'.repeat(40)}`, place: `loc_${'0'.repeat(26)}` };
    const message = { ...named, kind: 'summary', station: STATION, at, again: false } as const;
    const text = writeMessage({ ...message, known: new Map(known) });
    expect(text.length + 100).toBeLessThan(MAX_FRAME_BYTES);
    expect(parseMessage(text)).not.toBeNull();
  });

  it('rejects any other input', () => {
    const anything = fc.oneof(fc.string(), fc.json());
    fc.assert(
      fc.property(anything, (text) => {
        expect(parseMessage(text)).toBeNull();
      }),
    );
  });

  it.each([
    ['a number that does not rise', { sequence: 0 }],
    ['a number that is none', { sequence: '1' }],
    ['a hash that is too short', { h: 'h' }],
    ['a ticket in place of its hash', { h: 'tkt_01hzzzzzzzzzzzzzzzzzzzzzz1' }],
    ['a time that is none', { at: 1.5 }],
    ['a place that is too long', { place: 'x'.repeat(101) }],
  ])('has no admission with %s', (_, change) => {
    expect(parseMessage(withAdmission({}))).not.toBeNull();
    expect(parseMessage(withAdmission(change))).toBeNull();
  });
});
