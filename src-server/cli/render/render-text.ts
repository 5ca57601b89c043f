import { printable } from './printable.ts';

/** Formats a resource for people: one line per field, lists below their name. */
export function renderText(value: object, indent = ''): string {
  const fields = Object.entries(value);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, field]) => renderField(name, field, { indent, width })).join('\n');
}

function renderField(
  name: string,
  value: unknown,
  { indent, width }: { readonly indent: string; readonly width: number },
): string {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    const items = value.map((item) => renderItem(item, `${indent}  `));
    return [`${indent}${name}`, ...items].join('\n');
  }
  return `${indent}${name.padEnd(width)}  ${renderValue(value)}`.trimEnd();
}

function renderItem(item: unknown, indent: string): string {
  if (typeof item !== 'object' || item === null) return `${indent}- ${renderValue(item)}`;
  const [first = '', ...rest] = renderText(item, `${indent}  `).split('\n');
  return [`${indent}- ${first.trimStart()}`, ...rest].join('\n');
}

function renderValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value))
    return value.length === 0 ? '(none)' : value.map(renderValue).join(', ');
  if (typeof value === 'object') return Object.values(value).map(renderValue).join(' ');
  return typeof value === 'string' ? printable(value) : JSON.stringify(value);
}
