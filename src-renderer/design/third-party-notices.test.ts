import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const out = join(import.meta.dirname, '../../out');
const notices = readFileSync(join(out, 'renderer', 'third-party-notices.txt'), 'utf8');

/** The packages whose code the bundles hold, according to their source maps. */
function packagesIn(folder: string): ReadonlySet<string> {
  const maps = readdirSync(join(out, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .map((name): { readonly sources: readonly string[] } =>
      JSON.parse(readFileSync(join(out, folder, name), 'utf8')),
    );
  const sources = maps.flatMap(({ sources: of }) => of.filter((path) => !path.includes('\0')));
  return new Set(
    sources.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
}

it.each(['main', 'renderer'])('every package in the bundles of %s has its notice', (folder) => {
  const packages = packagesIn(folder);
  expect(packages.size).toBeGreaterThan(1);
  for (const name of packages) expect(notices).toContain(`\n${name} `);
});

it('every package that is installed beside the bundles has its notice', () => {
  const { dependencies, optionalDependencies } = manifest;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    expect(notices).toContain(`\n${name} `);
  }
  expect(notices).toContain('THE SOFTWARE IS PROVIDED "AS IS"');
});

const fonts = new URL('../../node_modules/@fontsource-variable/', import.meta.url);

it.each(readdirSync(fonts))('the licence of the typeface %s is among them', (name) => {
  const licence = readFileSync(new URL(`${name}/LICENSE`, fonts), 'utf8');
  expect(licence).toContain('SIL OPEN FONT LICENSE');
  expect(notices).toContain(licence.trim());
});
