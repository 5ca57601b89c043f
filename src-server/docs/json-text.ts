import type { Json } from './openapi/json-schema.ts';

const WIDTH = 100;
const STEP = '  ';

/** JSON for people: whatever fits on a line is on one. */
export function jsonText(value: Json, indent = '', before = 0): string {
  const flat = flatText(value);
  if (typeof value !== 'object' || value === null) return flat;
  if (indent !== '' && indent.length + before + flat.length < WIDTH) return flat;
  const inner = indent + STEP;
  const list = isList(value);
  const parts = list
    ? value.map((part) => inner + jsonText(part, inner))
    : Object.entries(value).map(([name, part]) => {
        const label = `${JSON.stringify(name)}: `;
        return inner + label + jsonText(part, inner, label.length);
      });
  const [open, close] = list ? '[]' : '{}';
  return parts.length === 0 ? flat : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function flatText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(flatText).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${flatText(part)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
