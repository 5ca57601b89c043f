import { type ESTree, parseSync } from 'vite';
import {
  argument,
  identifierName,
  isIdentifier,
  isNode,
  leadingText,
  type SyntaxNode,
  textOf,
} from './syntax.ts';

/** What a source file names, without its comments and texts. */
export interface ModuleFacts {
  /** Every module that it names: imports of values and types, re-exports, dynamic imports, `require`, workers by URL. Null: not a text. */
  readonly imports: readonly (string | null)[];
  /** Names from outside and their members as written: `fetch`, `Date.now`, `new Date()`. What the file declares itself is not among them. */
  readonly names: ReadonlySet<string>;
  /** Whether anything in it is there at run time. */
  readonly hasValues: boolean;
  readonly hasDefaultExport: boolean;
  readonly hasSql: boolean;
}

interface Found {
  readonly imports: (string | null)[];
  readonly names: Set<string>;
  readonly declared: Set<string>;
  hasSql: boolean;
}

const SQL =
  /^\s*(?:SELECT\s[\s\S]*\sFROM\s|INSERT\s+(?:OR\s|INTO\s)|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:TABLE|INDEX)\s|PRAGMA\s)/i;

/** Reads TypeScript, JSX or JavaScript. Throws on what does not parse. */
export function readModule(path: string, source: string): ModuleFacts {
  const { program, errors } = parseSync(path, source, { sourceType: 'module' });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  const found: Found = { imports: [], names: new Set(), declared: new Set(), hasSql: false };
  visit(program, found);
  return {
    imports: found.imports,
    names: new Set([...found.names].filter((name) => !found.declared.has(name))),
    hasSql: found.hasSql,
    hasValues: program.body.some((statement) => !isTypeOnly(statement)),
    hasDefaultExport: program.body.some(isDefaultExport),
  };
}

function visit(value: unknown, found: Found): void {
  if (Array.isArray(value)) for (const item of value) visit(item, found);
  if (!isNode(value)) return;
  const module = moduleNamedBy(value);
  if (module !== undefined) found.imports.push(module);
  const name = nameOf(value);
  if (name !== null) found.names.add(name);
  for (const pattern of declaredBy(value)) declare(pattern, found.declared);
  if (SQL.test(leadingText(value) ?? '')) found.hasSql = true;
  for (const [key, child] of Object.entries(value)) {
    if (!isLabel(value, key)) visit(child, found);
  }
}

/** The module that a piece of syntax names; null when that is not a text, undefined when it names none. */
function moduleNamedBy(node: SyntaxNode): string | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return textOf(node['source']);
    case 'ExportNamedDeclaration':
      return node['source'] === null ? undefined : textOf(node['source']);
    case 'TSExternalModuleReference':
      return textOf(node['expression']);
    case 'CallExpression':
      return isIdentifier(node['callee'], 'require') ? textOf(argument(node, 0)) : undefined;
    case 'NewExpression':
      return isModuleUrl(node) ? textOf(argument(node, 0)) : undefined;
    default:
      return undefined;
  }
}

/** `new URL('./worker.ts', import.meta.url)`: how a worker or another file beside it is named. */
function isModuleUrl(node: SyntaxNode): boolean {
  const [path, base] = [textOf(argument(node, 0)), argument(node, 1)];
  const isRelative = path?.startsWith('.') === true && /\.[cm]?[jt]sx?$/.test(path);
  return isIdentifier(node['callee'], 'URL') && isRelative && isNode(base);
}

function nameOf(node: SyntaxNode): string | null {
  if (node.type === 'MemberExpression' || node.type === 'TSQualifiedName') {
    const object = identifierName(node['object'] ?? node['left']);
    const property = identifierName(node['property'] ?? node['right']);
    if (object === 'globalThis') return property;
    return object !== null && property !== null ? `${object}.${property}` : null;
  }
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const isBare = isIdentifier(node['callee'], 'Date') && argument(node, 0) === undefined;
    return isBare ? 'new Date()' : null;
  }
  return identifierName(node);
}

/** Where a piece of syntax binds names: variables, parameters, imports, functions. */
function declaredBy(node: SyntaxNode): readonly unknown[] {
  const { params, id, local, param } = node;
  const binds = /^(?:VariableDeclarator|Function|Class|Import\w*Specifier|CatchClause)/;
  const bound = binds.test(node.type) ? [id, local, param] : [];
  return Array.isArray(params) ? [...params, ...bound] : bound;
}

function declare(pattern: unknown, declared: Set<string>): void {
  const name = identifierName(pattern);
  if (name !== null) declared.add(name);
  if (!isNode(pattern) || !/Pattern$|^RestElement$/.test(pattern.type)) return;
  for (const part of [pattern['properties'], pattern['elements']].flat()) {
    declare(isNode(part) && part.type === 'Property' ? part['value'] : part, declared);
  }
  declare(pattern['left'] ?? pattern['argument'], declared);
}

/** Names of members, keys and labels, which name nothing by themselves. */
function isLabel(node: SyntaxNode, key: string): boolean {
  if (node['computed'] === true) return false;
  if (node.type === 'MemberExpression') return key === 'property';
  if (node.type === 'TSQualifiedName') return key === 'right';
  if (node.type === 'Property') return key === 'key' && node['shorthand'] !== true;
  if (node.type === 'ImportSpecifier') return key === 'imported';
  if (node.type === 'ExportSpecifier') return key === 'exported';
  return key === 'key' || key === 'label';
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
      return isNode(statement) && statement['declare'] === true;
  }
}

function isDefaultExport(statement: ESTree.Program['body'][number]): boolean {
  if (statement.type === 'ExportDefaultDeclaration') return true;
  if (statement.type !== 'ExportNamedDeclaration') return false;
  return statement.specifiers.some(({ exported }) => isIdentifier(exported, 'default'));
}
