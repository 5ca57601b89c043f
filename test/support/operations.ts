import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation, View } from '../../src-server/operations/definition/operation.ts';

const folder = join(import.meta.dirname, '..', '..', 'src-server', 'operations');

/** The whole table: whatever a module of the folder exports. */
export async function readOperations(): Promise<readonly (Operation | View)[]> {
  const found: (Operation | View)[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const module: Readonly<Record<string, unknown>> = await import(join(folder, file));
    found.push(...Object.values(module).filter(isDefined));
  }
  return found;
}

function isDefined(exported: unknown): exported is Operation | View {
  if (typeof exported !== 'object' || exported === null || !('kind' in exported)) return false;
  return exported.kind === 'operation' || exported.kind === 'view';
}
