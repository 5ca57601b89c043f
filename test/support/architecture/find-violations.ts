import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type FolderRow, importTable } from './import-table.ts';
import { type ModuleFacts, readModule } from './read-module.ts';

/** Breaches of the table and of the house style in source files by path, each as one sentence that names the file. */
export function findViolations(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, source]) => {
    const named = nameViolations(path);
    if (!isSource(path)) return named;
    const module = readModule(path, source);
    return [...named, ...styleViolations(path, module), ...tableViolations(path, module)];
  });
}

/** Files that a tool reads by its own convention: a default export is how they answer it. */
const readByTool = /^[\w.]+\.config\.ts$|^test\/e2e\/global-(?:setup|teardown)\.ts$/;

/** Tests may name what they test from anywhere. */
const exempt = /^test\/|\.test\.tsx?$/;

function tableViolations(path: string, module: ModuleFacts): readonly string[] {
  if (exempt.test(path) || readByTool.test(path)) return [];
  const row = rowOf(path);
  if (row === undefined) return [`${path} is in no row of the import table`];
  const violations = module.imports
    .filter((target) => !mayImport(row, path, target))
    .map((target) => `${path} may not import ${target ?? 'a module by a computed name'}`);
  for (const name of row.without ?? []) {
    if (module.names.has(name)) violations.push(`${path} may not use ${name}`);
  }
  if (row.typesOnly === true && module.hasValues) violations.push(`${path} may only hold types`);
  if (row.sql !== true && module.hasSql) violations.push(`${path} may not hold SQL`);
  return violations;
}

function rowOf(path: string): FolderRow | undefined {
  return importTable
    .filter((row) => isWithin(path, row.path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

function mayImport(row: FolderRow, path: string, target: string | null): boolean {
  if (target === null) return row.packages === 'any';
  if (!target.startsWith('.')) return mayUsePackage(row, target);
  const file = posix.join(posix.dirname(path), target);
  if (row.not?.some((refused) => isWithin(file, refused)) === true) return false;
  return [row.path, ...row.may].some((allowed) => isWithin(file, allowed));
}

function mayUsePackage({ packages = [] }: FolderRow, target: string): boolean {
  if (packages === 'any') return true;
  if (isBuiltin(target)) return packages.includes('node:');
  const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/');
  return packages.includes(name);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function styleViolations(path: string, module: ModuleFacts): readonly string[] {
  return module.hasDefaultExport && !readByTool.test(path)
    ? [`${path} may not export a default`]
    : [];
}

const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;
const vague = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers']);

function nameViolations(path: string): readonly string[] {
  return path.split('/').flatMap((segment) => {
    if (!KEBAB_CASE.test(segment)) return [`${path}: ${segment} is not in kebab-case`];
    if (/^index\.[jt]sx?$/.test(segment)) return [`${path} is not named for what it exports`];
    const word = segment.split(/[-.]/).find((part) => vague.has(part));
    return word === undefined ? [] : [`${path}: "${word}" says nothing of what is in it`];
  });
}

function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts');
}
