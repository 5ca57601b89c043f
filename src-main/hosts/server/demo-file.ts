import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredentials } from '../../../src-server/server.ts';
import { parseDemo, type Demo } from './server-messages.ts';

/**
 * The server says the secrets of its demo clients once, on the start that fills the database. They open nothing but demo data,
 * and whoever tries the app the next day needs them again.
 */
export function keepDemo(data: string, demo: DemoCredentials): void {
  writeFileSync(pathIn(data), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

export function readDemo(data: string): Demo | null {
  try {
    const value: unknown = JSON.parse(readFileSync(pathIn(data), 'utf8'));
    return parseDemo(value);
  } catch {
    return null;
  }
}

function pathIn(data: string): string {
  return join(data, 'demo.json');
}
