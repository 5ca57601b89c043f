import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { HostError } from './host-error.ts';

/** What a host remembers from one start to the next. */
const HostSettings = Type.Object({
  /** Whether this data directory is served by a server of its own, or which other one. */
  server: Type.Union([
    Type.Object({ kind: Type.Literal('embedded') }),
    Type.Object({ kind: Type.Literal('remote'), url: Type.String() }),
  ]),
  /** Port of the embedded server: its address stays the same, for stations and integrators. */
  server_port: Type.Integer({ minimum: 0, maximum: 65_535 }),
});
export type HostSettings = Static<typeof HostSettings>;

const check = Compile(HostSettings);
const atFirst: HostSettings = { server: { kind: 'embedded' }, server_port: 0 };

/** @throws {HostError} `settings_unreadable`: guessing could connect a door to the wrong server. */
export function readHostSettings(data: string): HostSettings {
  const text = readText(pathIn(data));
  if (text === null) return atFirst;
  const value = parseJson(text);
  if (check.Check(value)) return value;
  throw new HostError(
    'settings_unreadable',
    `${pathIn(data)} cannot be read; correct or remove it.`,
  );
}

/** Replaces the file in one step, so that a power cut leaves either the old or the new one. */
export function writeHostSettings(data: string, settings: HostSettings): void {
  mkdirSync(data, { recursive: true });
  const next = `${pathIn(data)}.next`;
  writeFileSync(next, `${JSON.stringify(settings, null, 2)}\n`, { flush: true });
  renameSync(next, pathIn(data));
}

function pathIn(data: string): string {
  return join(data, 'host.json');
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
