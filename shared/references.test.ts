import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyUlid } from '../test/support/references.ts';
import { isReference, type ReferenceKind, referenceOf, referencePrefixes } from './references.ts';

const kinds: readonly ReferenceKind[] = [
  'event',
  'ticketType',
  'addOn',
  'order',
  'orderLine',
  'ticket',
  'refund',
  'session',
  'location',
  'waitlistEntry',
  'webhook',
  'delivery',
  'scan',
  'question',
  'field',
  'contact',
  'organiser',
  'member',
  'conflict',
  'release',
  'import',
];

const ULID = '01kyvbnvq0g7m3x9r2c5t8w4ez';

describe('references', () => {
  it('have the prefixes of the specification, a different one for each kind', () => {
    expect(Object.keys(referencePrefixes)).toEqual(kinds);
    expect(kinds.map((kind) => referencePrefixes[kind]).join(' ')).toBe(
      'evt tt adn ord oln tkt ref ses loc wle whk whd scn qst fld con org mem cfl rel imp',
    );
  });

  it('are recognised only as their own kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.constantFrom(...kinds), anyUlid(), (a, b, ulid) => {
        expect(isReference(b, referenceOf(a, ulid))).toBe(a === b);
      }),
    );
  });

  it('are made of a ULID in any letter case', () => {
    expect(referenceOf('ticket', ULID.toUpperCase())).toBe(`tkt_${ULID}`);
  });

  it.each([
    ['upper case', `TKT_${ULID.toUpperCase()}`],
    ['no underscore', `tkt${ULID}`],
    ['another separator', `tkt-${ULID}`],
    ['a short tail', `tkt_${ULID.slice(1)}`],
    ['a long tail', `tkt_${ULID}0`],
    ['a first character past 7', `tkt_8${ULID.slice(1)}`],
    ['a letter that the alphabet lacks', `tkt_${ULID.slice(0, 25)}u`],
    ['a letter that is read as a digit', `tkt_${ULID.slice(0, 25)}o`],
    ['a line break after', `tkt_${ULID}\n`],
    ['space before', ` tkt_${ULID}`],
    ['a longer prefix', `xtkt_${ULID}`],
    ['a prefix of an object', `toString_${ULID}`],
    ['nothing', ''],
  ])('are not recognised with %s', (_, text) => {
    expect(isReference('ticket', text)).toBe(false);
  });
});
