import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url);
const shipped = readFileSync(new URL('../public/font-licences.txt', import.meta.url), 'utf8');

it.each(readdirSync(packages))('the licence of %s ships with the page', (name) => {
  const licence = readFileSync(new URL(`${name}/LICENSE`, packages), 'utf8');
  expect(licence).toContain('SIL OPEN FONT LICENSE');
  expect(shipped).toContain(licence.trim());
});
