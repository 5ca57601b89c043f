import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DescribedField, FieldKind } from '../../../shared/console/described-operation.ts';
import { words } from '../i18n/en/words.ts';
import { defaultsOf, readForm, readMoney, valuesOf } from './form-values.ts';

const text = fc.stringMatching(/^[^\s,]+( [^\s,]+)*$/);
const name = fc.stringMatching(/^[a-z]+:[a-z]+$/);
/** To the minute, as a control holds it. */
const time = fc
  .integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString());

const kinds: readonly FieldKind[] = [
  'text',
  'event',
  'events',
  'email',
  'whole',
  'money',
  'time',
  'choice',
  'switch',
  'list',
  'names',
  'json',
];

const values: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  text,
  event: text,
  events: fc.oneof(
    fc.constant('all'),
    fc.array(fc.stringMatching(/^evt_\w{3}$/), { minLength: 1 }),
  ),
  email: fc.stringMatching(/^[a-z.]{1,20}@[a-z]{1,20}\.org$/),
  whole: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  money: fc.integer({ min: -10_000_000, max: 10_000_000 }),
  time,
  choice: text,
  switch: fc.boolean(),
  list: fc.array(text, { minLength: 1 }),
  names: fc.array(name, { minLength: 1 }),
  json: fc.jsonValue().map((value) => ({ value: JSON.parse(JSON.stringify(value)) })),
};

/** A field of a kind, with something that a record may have there. */
const filled = fc
  .constantFrom(...kinds)
  .chain((kind) => values[kind].map((value) => ({ kind, value })));
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const decimal = fc.constantFrom('.', ',');

const fieldOf = (kind: FieldKind): DescribedField => ({
  name: 'field',
  kind,
  isRequired: false,
  mayBeNone: true,
  ...(kind === 'switch' && { choices: ['yes', 'no'] }),
});

const { problems } = words;

describe('the controls of a form', () => {
  it('are read as what the record had, of every kind and currency', () => {
    fc.assert(
      fc.property(filled, currency, decimal, ({ kind, value }, code, separator) => {
        const fields = [fieldOf(kind)];
        const place = { zone: 'UTC', currency: code, decimal: separator };
        const shown = valuesOf(fields, { field: value }, place);
        const read = readForm(fields, shown, { initial: null, place, words: problems });
        expect(read).toEqual({ input: { field: value }, errors: {} });
      }),
    );
  });

  it('show the same again after what they were read as was saved, also in an hour that occurs twice', () => {
    fc.assert(
      fc.property(time, fc.constantFrom('Europe/Oslo', 'America/St_Johns'), (at, zone) => {
        const fields = [fieldOf('time')];
        const place = { zone, currency: 'EUR', decimal: '.' };
        const shown = valuesOf(fields, { field: at }, place);
        const { input } = readForm(fields, shown, { initial: null, place, words: problems });
        expect(valuesOf(fields, input, place)).toEqual(shown);
      }),
    );
  });

  it('hold at first what is taken where none is chosen', () => {
    const fields: readonly DescribedField[] = [
      { ...fieldOf('choice'), name: 'direction', choices: ['in', 'out'], otherwise: 'in' },
      { ...fieldOf('switch'), name: 'again', choices: ['yes', 'no'], otherwise: 'no' },
      { ...fieldOf('choice'), name: 'delimiter', choices: [',', ';'], otherwise: 'commas' },
    ];
    const place = { zone: 'UTC', currency: 'EUR', decimal: '.' };
    const shown = valuesOf(fields, defaultsOf(fields), place);
    expect(shown).toEqual({ direction: 'in', again: 'no', delimiter: '' });
  });

  it('give nothing of what was not changed, and null for what was emptied', () => {
    const fields = [fieldOf('text')];
    const place = { zone: 'UTC', currency: 'EUR', decimal: '.' };
    const initial = valuesOf(fields, { field: 'before' }, place);
    const read = (field: string) =>
      readForm(fields, { field }, { initial, place, words: problems }).input;
    expect(read('before')).toEqual({});
    expect(read('after')).toEqual({ field: 'after' });
    expect(read('')).toEqual({ field: null });
  });
});

describe('an amount', () => {
  it.each([
    ['12', 2, 1200],
    ['12,5', 2, 1250],
    ['1 200.05', 2, 120_005],
    ['-0.05', 2, -5],
    ['12', 0, 12],
    ['12.5', 0, null],
    ['1.234.5', 2, null],
    ['1.005', 2, null],
    ['twelve', 2, null],
  ])('%s with %i digits is %s', (written, digits, minor) => {
    expect(readMoney(written, digits)).toBe(minor);
  });
});
