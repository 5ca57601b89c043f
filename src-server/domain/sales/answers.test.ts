import { describe, expect, it } from 'vitest';
import { checkAnswer } from './answers.ts';

const options = JSON.stringify(['Red', 'Blue']);

describe('an answer', () => {
  it.each([
    ['text', null, 'anything'],
    ['text', null, 42],
    ['text', null, true],
    ['select', options, 'Red'],
    ['multiselect', options, ['Blue', 'Red']],
    ['multiselect', options, []],
    ['date', null, '2026-02-28'],
    ['country', null, 'NO'],
    ['country', null, null],
  ] as const)('of type %s with options %j may be %j', (type, choices, value) => {
    expect(checkAnswer({ key: 'k', type, options: choices }, value)).toEqual(value);
  });

  it.each([
    ['text', null, ['list']],
    ['text', null, { nested: true }],
    ['text', null, 'x'.repeat(10_001)],
    ['select', options, 'Green'],
    ['select', options, ['Red']],
    ['multiselect', options, 'Red'],
    ['multiselect', options, ['Red', 'Green']],
    ['multiselect', options, ['Red', 1]],
    ['date', null, '2026-13-01'],
    ['date', null, 'soon'],
    ['country', null, 'Norway'],
  ] as const)('of type %s with options %j may not be %j', (type, choices, value) => {
    expect(() => checkAnswer({ key: 'k', type, options: choices }, value)).toThrow('answer to k');
  });
});
