import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

it('the outermost object has a line for every member', () => {
  expect(jsonText({ a: 1, b: null })).toBe('{\n  "a": 1,\n  "b": null\n}');
});

it('what is inside stays on a line as long as it fits', () => {
  const short = { url: null, label: '1' };
  const long = { url: 'x'.repeat(90), label: '2' };
  expect(jsonText({ links: [short, long], none: [], nothing: {} })).toBe(
    [
      '{',
      '  "links": [',
      '    { "url": null, "label": "1" },',
      '    {',
      `      "url": "${'x'.repeat(90)}",`,
      '      "label": "2"',
      '    }',
      '  ],',
      '  "none": [],',
      '  "nothing": {}',
      '}',
    ].join('\n'),
  );
});

it('is the same JSON', () => {
  const value = { text: 'a "quoted"\nline', list: [1, [true, [false]]], deep: { a: { b: {} } } };
  expect(JSON.parse(jsonText(value))).toEqual(value);
});
