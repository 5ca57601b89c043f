/** One piece of a parsed file: ESTree with TypeScript's own, read without knowing every shape. */
export type SyntaxNode = { readonly type: string } & Record<string, unknown>;

export function isNode(value: unknown): value is SyntaxNode {
  return isRecord(value) && typeof value['type'] === 'string';
}

/** The name of an identifier, null for anything else. */
export function identifierName(value: unknown): string | null {
  if (!isNode(value) || (value.type !== 'Identifier' && value.type !== 'JSXIdentifier'))
    return null;
  return typeof value['name'] === 'string' ? value['name'] : null;
}

export function isIdentifier(value: unknown, name: string): boolean {
  return identifierName(value) === name;
}

/** The text of a literal, or of a template without holes; null for anything else. */
export function textOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Literal') return typeof value['value'] === 'string' ? value['value'] : null;
  return quasis(value).length === 1 ? leadingText(value) : null;
}

/** The text of a literal, or what a template says before its first hole. */
export function leadingText(value: SyntaxNode): string | null {
  if (value.type === 'Literal') return textOf(value);
  const [first] = quasis(value);
  if (!isNode(first) || !isRecord(first['value'])) return null;
  const { cooked } = first['value'];
  return typeof cooked === 'string' ? cooked : null;
}

export function argument(node: SyntaxNode, index: number): unknown {
  const list = node['arguments'];
  return Array.isArray(list) ? list[index] : undefined;
}

function quasis(node: SyntaxNode): readonly unknown[] {
  const list = node.type === 'TemplateLiteral' ? node['quasis'] : [];
  return Array.isArray(list) ? list : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
