import { wordsOf } from '../../src-server/operations/definition/inputs.ts';
import type { Operation, View } from '../../src-server/operations/definition/operation.ts';

/** An input with what is required alone. `own`: references by the name of the input that takes one. */
export function validInput(
  { input }: Pick<Operation | View, 'input'>,
  own: Readonly<Record<string, string>>,
): object {
  const required = new Set(input.required ?? []);
  return Object.fromEntries(
    Object.entries(input.properties)
      .filter(([name]) => required.has(name))
      .map(([name, schema]) => [name, rowsIn(name, schema, own) ?? sampleOf(schema)]),
  );
}

/** What an input takes that names rows; undefined for one that names none. `rows`: a reference by the name of each input that takes one. */
export function rowsIn(
  name: string,
  schema: Parameters<typeof wordsOf>[0],
  rows: Readonly<Record<string, string>>,
): string | readonly string[] | undefined {
  const { placeholder, kind } = wordsOf(schema);
  const row = rows[name];
  if (row === undefined || placeholder === 'NAMES' || kind === 'json') return undefined;
  return kind === 'events' || kind === 'list' ? [row] : row;
}

function sampleOf(schema: Parameters<typeof wordsOf>[0]): unknown {
  const { kind, choices, between, placeholder } = wordsOf(schema);
  // Public, and of no name that would have to be resolved.
  if (placeholder === 'URL') return 'https://93.184.215.14/';
  switch (kind) {
    case 'choice':
      return choices?.[0];
    case 'switch':
      return true;
    case 'whole':
      return between?.[0] ?? 1;
    case 'money':
      return 100;
    case 'time':
      return '2026-12-12T19:00:00Z';
    case 'list':
    case 'names':
      return ['events:read'];
    case 'events':
      return 'all';
    case 'json':
      return [];
    case 'email':
      return 'guest@example.com';
    default:
      return 'x';
  }
}
