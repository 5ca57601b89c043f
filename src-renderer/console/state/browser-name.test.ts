import { expect, it } from 'vitest';
import { browserOf } from './browser-name.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Safari, iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('%s is called %s', (agent, name) => {
  expect(browserOf(agent)).toBe(name);
});
