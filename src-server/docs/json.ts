import type { Json } from '../examples/example.ts';

/** The members of an object; empty for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Longest object or list written on one line, in characters. */
const LINE = 90;

/** Formats JSON for people: an inner object or list of plain values stays on one line if it fits. */
export function jsonText(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /(?<=\s)[{[]\n\s+([^[\]{}]*?)\n\s+[}\]]/g,
    (whole, inner: string) => {
      const line = inner.replaceAll(/\n\s+/g, ' ');
      if (line.length > LINE) return whole;
      return whole.startsWith('{') ? `{ ${line} }` : `[${line}]`;
    },
  );
}
