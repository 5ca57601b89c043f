import { expect, it } from 'vitest';
import { initialsOf } from './hidden-name.ts';

it.each([
  ['Amélie Dubois', 'A. D.'],
  ['Maximiliana-Friederike von und zu Hohenstaufen', 'M. F. V. U. Z. H.'],
  ['  élodie  ', 'É.'],
  ['e\u0301lodie', 'E\u0301.'],
  ["O'Neill (guest)", 'O. G.'],
  ['山田 太郎', '山. 太.'],
  ['明 李', '明. •'],
  ['김 현 우', '김. • •'],
  ['J Doe', 'J. D.'],
  ['1234', ''],
  ['', ''],
])('of %s strangers see %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
