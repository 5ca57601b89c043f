import { expect, it } from 'vitest';
import { jsonText } from './json.ts';

it('an inner object or list of an example is on one line if it fits', () => {
  const long = 'x'.repeat(90);
  const value = { links: [{ url: null, label: '1' }, { url: long }], list: [1, 2], none: [] };
  expect(jsonText(value).split('\n')).toEqual([
    '{',
    '  "links": [',
    '    { "url": null, "label": "1" },',
    '    {',
    `      "url": "${long}"`,
    '    }',
    '  ],',
    '  "list": [1, 2],',
    '  "none": []',
    '}',
  ]);
});

it('an example stays the same JSON whatever its texts hold', () => {
  const value = { a: { text: '{\n "b": [\n 1 ]}' }, b: ['[', '}', '\n  '], c: [[[]], {}] };
  expect(JSON.parse(jsonText(value))).toEqual(value);
});
