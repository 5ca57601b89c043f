import { describe, expect, it } from 'vitest';
import { findViolations } from './support/architecture/find-violations.ts';
import { importTable } from './support/architecture/import-table.ts';
import { readSources } from './support/architecture/read-sources.ts';

const sources = readSources();

function check(path: string, source: string): readonly string[] {
  return findViolations(new Map([[path, source]]));
}

describe('the project', () => {
  it('keeps to the import table and the house style', () => {
    expect(sources.size).toBeGreaterThan(100);
    expect(findViolations(sources)).toEqual([]);
  });

  it('has no row of the table twice', () => {
    const paths = importTable.map((row) => row.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('the check', () => {
  it.each([
    ['an import', 'src-main/core/a.ts', "import { x } from '../station/x.ts';"],
    ['an import for its effect', 'src-main/core/a.ts', "import '../station/x.ts';"],
    ['an import of a type', 'src-main/core/a.ts', "import type { X } from '../station/x.ts';"],
    ['a type in place', 'src-main/core/a.ts', "type X = import('../station/x.ts').X;"],
    ['a dynamic import', 'src-main/core/a.ts', "await import('../station/x.ts');"],
    ['a dynamic import in a template', 'src-main/core/a.ts', 'await import(`../station/x.ts`);'],
    ['a computed import', 'src-main/core/a.ts', 'export const a = (x: string) => import(x);'],
    [
      'an import with a hole',
      'src-main/core/a.ts',
      'export const a = (x: string) => import(`../core/${x}`);',
    ],
    ['a re-export', 'src-main/core/a.ts', "export { x } from '../station/x.ts';"],
    ['a re-export of all', 'src-main/core/a.ts', "export * from '../station/x.ts';"],
    ['a re-export of a type', 'src-main/core/a.ts', "export type { X } from '../station/x.ts';"],
    ['a require', 'src-main/adapters/sqlite/a.ts', "require('../remote/x.ts');"],
    ['a worker', 'shared/a.ts', "f(new URL('../src-main/x.ts', import.meta.url));"],
    ['a package', 'shared/a.ts', "import { z } from 'zod';"],
    ['a part of a package', 'src-server/services/a.ts', "import { sql } from 'kysely/helpers/x';"],
    ['a scoped package', 'src-server/api/a.ts', "import cors from '@fastify/cors';"],
    ['Node', 'shared/a.ts', "import { join } from 'node:path';"],
    ['Node without its prefix', 'src-main/core/a.ts', "import { join } from 'path';"],
    ['a way out of the project', 'shared/a.ts', "import { x } from '../../elsewhere/x.ts';"],
    ['a neighbour whose name starts alike', 'shared/a.ts', "import { x } from '../shared-x/x.ts';"],
    ['another adapter', 'src-main/adapters/remote/a.ts', "import { x } from '../sqlite/x.ts';"],
    ['the station', 'src-main/adapters/remote/a.ts', "import { x } from '../../station/x.ts';"],
    ['a foreign library', 'src-main/adapters/remote/a.ts', "import D from 'better-sqlite3';"],
    [
      'a rule in a host',
      'src-main/hosts/a.ts',
      "import { e } from '../../shared/verdict/rules.ts';",
    ],
    [
      'the inside of the server',
      'src-main/hosts/a.ts',
      "import { x } from '../../src-server/database/x.ts';",
    ],
    ['React in the state', 'src-renderer/state/a.ts', "import { useState } from 'react';"],
    [
      'transport in a screen',
      'src-renderer/screens/a.tsx',
      "import { x } from '../transport/x.ts';",
    ],
    [
      'a resource of the API in a service',
      'src-server/services/a.ts',
      "import { x } from '../api/x.ts';",
    ],
    ['HTTP in a service', 'src-server/services/a.ts', "import { x } from '../http/x.ts';"],
    ['upward', 'src-server/services/a.ts', "import { x } from '../oauth/x.ts';"],
    [
      'a service in a repository',
      'src-server/repositories/a.ts',
      "import { x } from '../services/x.ts';",
    ],
  ])('finds what may not be imported: %s', (_, path, source) => {
    expect(check(path, source)).toEqual([expect.stringMatching(/ may not import /)]);
  });

  it.each([
    ['Date.now', 'export const a = () => Date.now();'],
    ['Date.now', 'export const { a } = { a: Date.now };'],
    ['new Date()', 'export const a = new Date();'],
    ['new Date()', 'export const a = Date();'],
    ['Math.random', 'export const a = `${Math.random()}`;'],
    ['fetch', 'export const a = (b = fetch) => b;'],
    ['fetch', 'export const a = globalThis.fetch;'],
    ['fetch', 'export const { a = fetch } = {};'],
    ['fetch', 'export const { [fetch]: a } = {};'],
    ['setTimeout', 'setTimeout(() => {}, 1);'],
    ['process', 'export const a = process.env;'],
    ['window', 'export const a = window.name;'],
    ['document', "export const a = document.title + 'x';"],
    ['HTMLElement', 'export type A = HTMLElement;'],
    ['crypto', 'export const a = crypto.randomUUID();'],
    ['console', "console.log('x');"],
  ])('finds what shared code may not use: %s', (name, source) => {
    expect(check('shared/a.ts', source)).toEqual([`shared/a.ts may not use ${name}`]);
  });

  it.each([
    ['comments', '// Date.now() and fetch\n/* setTimeout */ export const a = 1;'],
    ['texts', 'export const a = \'Date.now() fetch(x) from "node:fs"\';'],
    ['templates', 'export const a = `import("node:fs") ${1} window`;'],
    ['patterns', 'export const a = /fetch(document)/;'],
    ['members of other things', 'export const a = (b: { fetch(): void }) => b.fetch();'],
    ['keys', 'export const a = { window: 1, setTimeout: 2 };'],
    ['fields of types', 'export interface A { readonly process: string; readonly crypto: string }'],
    [
      'what the file declares itself',
      'export const a = ({ window }: A, fetch: B) => [window, fetch];',
    ],
    ['a date from a number', 'export const a = new Date(0);'],
    ['its own folder', "import { x } from './x.ts'; export { x };"],
    ['its schema library', "import { Compile } from 'typebox/compile'; export { Compile };"],
  ])('passes over %s', (_, source) => {
    expect(check('shared/a.ts', source)).toEqual([]);
  });

  it('finds values among the ports, and passes over types', () => {
    const types =
      "import type { A } from '../../shared/a.ts';\nexport interface B { readonly a: A }\nexport type C = A;";
    const path = 'src-main/ports/a.ts';
    expect(check(path, types)).toEqual([]);
    for (const value of [
      'export const a = 1;',
      'export class A {}',
      'export function f() {}',
      "import { a } from '../../shared/a.ts';",
      "export * from './b.ts';",
    ]) {
      expect(check(path, `${types}\n${value}`)).toEqual([
        'src-main/ports/a.ts may only hold types',
      ]);
    }
  });

  it('finds SQL outside of repositories and sqlite adapters', () => {
    for (const sql of [
      "'SELECT 1 FROM ticket'",
      '`\n  select * from ticket where id = ${1}`',
      "'UPDATE ticket SET a = 1'",
      "'insert into ticket values (1)'",
      "'DELETE FROM ticket'",
    ]) {
      const source = `export const a = ${sql};`;
      expect(check('src-main/station/a.ts', source)).toEqual([
        'src-main/station/a.ts may not hold SQL',
      ]);
      expect(check('src-server/repositories/a.ts', source)).toEqual([]);
      expect(check('src-main/adapters/sqlite/a.ts', source)).toEqual([]);
    }
    expect(check('src-server/http/a.ts', "export const a = ['DELETE', 'Update it'];")).toEqual([]);
  });

  it('finds a file that no row speaks of', () => {
    const files = new Map([['src-server/new-folder/a.ts', 'export const a = 1;']]);
    expect(findViolations(files)).toEqual([
      'src-server/new-folder/a.ts is in no row of the import table',
    ]);
  });

  it('finds default exports, configurations aside', () => {
    const expected = ['shared/a.ts may not export a default'];
    expect(check('shared/a.ts', 'export default 1;')).toEqual(expected);
    expect(check('shared/a.ts', 'const a = 1; export { a as default };')).toEqual(expected);
    expect(check('shared/a.ts', "export { default } from './b.ts';")).toEqual(expected);
    expect(check('vitest.config.ts', 'export default 1;')).toEqual([]);
  });

  it.each([
    ['shared/myFile.ts', 'is not in kebab-case'],
    ['shared/My-file.ts', 'is not in kebab-case'],
    ['shared/my_file.ts', 'is not in kebab-case'],
    ['shared/aFolder/a.ts', 'is not in kebab-case'],
    ['src-renderer/design/myStyle.css', 'is not in kebab-case'],
    ['shared/utils/a.ts', 'says nothing'],
    ['shared/helpers.ts', 'says nothing'],
    ['shared/scan-manager.ts', 'says nothing'],
    ['shared/verdict/index.ts', 'is not named for'],
  ])('finds a name that is no good: %s', (path, complaint) => {
    const violations = check(path, 'export const a = 1;');
    expect(violations).toEqual([expect.stringContaining(complaint)]);
  });

  it('lets tests name what they test', () => {
    const source = "import { x } from '../../src-server/database/x.ts';";
    for (const path of ['shared/verdict/a.test.ts', 'test/support/a.ts']) {
      expect(check(path, source)).toEqual([]);
    }
  });

  it('stops at a file that it cannot read', () => {
    expect(() => check('shared/a.ts', 'export const = 1;')).toThrow(/shared\/a\.ts/);
  });
});
