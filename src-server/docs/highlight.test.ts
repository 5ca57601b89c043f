import { expect, it } from 'vitest';
import { highlight } from './highlight.ts';

it('the names, texts, numbers and comments of code are marked, and nothing is lost', () => {
  expect(highlight('{"a": "b", "n": -1.5, "t": true}').markup).toBe(
    '{<span class="k">&quot;a&quot;</span>: <span class="s">&quot;b&quot;</span>, <span class="k">&quot;n&quot;</span>: <span class="n">-1.5</span>, <span class="k">&quot;t&quot;</span>: <span class="n">true</span>}',
  );
  expect(highlight('a() // b\n# c').markup).toBe(
    'a() <span class="c">// b</span>\n<span class="c"># c</span>',
  );
});

it.each([
  ['an address is no comment', 'http://example.org/a#b'],
  ['a part of a name is no number', 'x1 tkt_01 2026-08-01'],
])('%s', (_, code) => {
  expect(highlight(code).markup).toBe(code);
});
