import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { type FolderRow, importTable } from './import-table.ts';

/** Returns violations of the import table and of the naming rules, each as one sentence that names the file. `files` maps paths to sources. */
export function findViolations(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, source]) => [
    ...nameViolations(path),
    ...(isChecked(path) ? tableViolations(path, source) : []),
  ]);
}

/** Tests may import what they test from anywhere, and configurations what their tool needs. */
function isChecked(path: string): boolean {
  if (/^test\/|\.test\.tsx?$|\.config\.ts$|\.d\.ts$/.test(path)) return false;
  return /\.[cm]?[jt]sx?$/.test(path);
}

function tableViolations(path: string, source: string): readonly string[] {
  const row = rowOf(path);
  if (row === undefined) return [`${path} is in no row of the import table`];
  const { imports, ambient, hasSql, hasValues } = readModule(path, source);
  const violations = imports
    .filter((target) => !mayImport(row, path, target))
    .map((target) => `${path} may not import ${target ?? 'a module by a computed name'}`);
  for (const name of row.without ?? []) {
    if (ambient.has(name)) violations.push(`${path} may not use ${name}`);
  }
  if (row.typesOnly === true && hasValues) violations.push(`${path} may only hold types`);
  if (row.sql !== true && hasSql) violations.push(`${path} may not hold SQL`);
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

const SQL =
  /^\s*(?:SELECT\s[\s\S]*\sFROM\s|INSERT\s+(?:OR\s|INTO\s)|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:TABLE|INDEX)\s|PRAGMA\s)/i;

/** The imports, exports and globals of a module. Throws on a syntax error. */
function readModule(path: string, source: string) {
  const { program, errors } = parseSync(path, source, { sourceType: 'module' });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  /** Null for a computed name. */
  const imports: (string | null)[] = [];
  /** Uses of global clocks and randomness, as written: `Date.now`, `new Date()`. */
  const ambient = new Set<string>();
  let hasSql = false;
  const read = (text: string | null) => {
    if (text !== null && SQL.test(text)) hasSql = true;
  };
  new Visitor({
    ImportDeclaration: ({ source: from }) => void imports.push(from.value),
    ExportAllDeclaration: ({ source: from }) => void imports.push(from.value),
    ExportNamedDeclaration: ({ source: from }) => {
      if (from !== null) imports.push(from.value);
    },
    ImportExpression: ({ source: from }) => void imports.push(textOf(from)),
    TSImportType: ({ source: from }) => void imports.push(textOf(from)),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (isNamed(callee, 'require')) imports.push(textOf(first));
      if (isNamed(callee, 'Date')) ambient.add('new Date()');
    },
    NewExpression: ({ callee, arguments: [first, base] }) => {
      // A worker is imported by its URL.
      const address = base?.type === 'MemberExpression' ? textOf(first) : null;
      if (address !== null && isNamed(callee, 'URL') && /\.[cm]?[jt]s$/.test(address))
        imports.push(address);
      if (isNamed(callee, 'Date') && first === undefined) ambient.add('new Date()');
    },
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && property.type === 'Identifier')
        ambient.add(`${object.name}.${property.name}`);
    },
    Literal: (literal) => read(textOf(literal)),
    TemplateLiteral: ({ quasis: [start] }) => read(start?.value.cooked ?? null),
  }).visit(program);
  const hasValues = program.body.some((statement) => !isTypeOnly(statement));
  return { imports, ambient, hasSql, hasValues };
}

function isNamed(node: ESTree.Expression | ESTree.Super, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** The text of a string literal, or of a template without expressions. */
function textOf(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type !== 'TemplateLiteral' || node.quasis.length !== 1) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

function isTypeOnly(statement: ESTree.Program['body'][number]): boolean {
  switch (statement.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return true;
    case 'ImportDeclaration':
      return statement.importKind === 'type';
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return statement.exportKind === 'type';
    default:
      return 'declare' in statement && statement.declare;
  }
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
