import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findViolations } from './support/architecture/find-violations.ts';
import { readSources } from './support/architecture/read-sources.ts';

it('every source file keeps to the import table and to the names of the house', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(100);
  expect(findViolations(sources)).toEqual([]);
});

describe('The check of the import table', () => {
  it.each([
    [
      'a forbidden import',
      'src-main/core/a.ts',
      "import '../station/x.ts';",
      'import ../station/x.ts',
    ],
    ['a forbidden type', 'shared/a.ts', "type X = import('../bin/x.ts').X;", 'import ../bin/x.ts'],
    ['a forbidden re-export', 'shared/a.ts', "export * from '../bin/x.ts';", 'import ../bin/x.ts'],
    ['a forbidden package', 'shared/a.ts', "import 'zod/mini';", 'import zod/mini'],
    ['a forbidden module of Node', 'shared/a.ts', "await import('fs');", 'import fs'],
    [
      'the inside of the server in a host',
      'src-main/hosts/a.ts',
      "export { x } from '../../src-server/http/x.ts';",
      'import ../../src-server/http/x.ts',
    ],
    ['a clock in pure code', 'shared/a.ts', 'export const a = [new Date()];', 'use new Date()'],
    ['chance in pure code', 'shared/a.ts', 'export const a = Math.random;', 'use Math.random'],
    ['a value among types', 'src-main/ports/a.ts', 'export const a = 1;', 'only hold types'],
    ['SQL elsewhere', 'src-main/station/a.ts', 'f(`select * from t ${1}`);', 'not hold SQL'],
    ['a folder without a row', 'src-server/new/a.ts', '', 'in no row'],
    ['a name that says nothing', 'shared/scan-utils.ts', '', 'says nothing'],
  ])('finds %s', (_case, path, source, complaint) => {
    const violations = findViolations(new Map([[path, source]]));
    expect(violations).toEqual([expect.stringContaining(complaint)]);
    expect(violations[0]).toContain(path);
  });
});

it.each([
  ['shared/a.ts', 'export const a = ({ b = fetch }) => b;', 'fetch'],
  ['src-main/station/a.ts', 'setTimeout(() => undefined, 1);', 'setTimeout'],
  ['src-renderer/station/screens/a.ts', "void fetch('/');", 'fetch'],
])('the linter finds a forbidden global in %s', (path, source, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'));
  const root = join(import.meta.dirname, '..');
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), `${source}\n`);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const lint = () =>
    execFileSync(process.execPath, [oxlint, '--format=unix', path], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(lint).toThrow(expect.objectContaining({ stdout: expect.stringContaining(`'${name}'`) }));
  rmSync(folder, { recursive: true, force: true });
});
