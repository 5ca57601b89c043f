import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../shared/contract/parse-json.ts';
import { readStored, writeStored } from '../../src-files/stored-file.ts';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { HostError } from './host-error.ts';

/** A host's settings, kept from one start to the next. */
const HostSettings = Type.Object({
  /** Whether the station uses the embedded server or which other one. */
  server: Type.Union([
    Type.Object({ kind: Type.Literal('embedded') }),
    Type.Object({ kind: Type.Literal('remote'), url: Type.String() }),
  ]),
  /** Port of the embedded server, fixed so that its address stays the same for stations and integrators. */
  server_port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  /** Whether other computers of the local network may connect to the embedded server. */
  network: Type.Optional(
    Type.Object({
      open: Type.Boolean(),
      /** Even with demo data. */
      with_demo: Type.Boolean(),
      /** 0 before the first time. */
      port: Type.Integer({ minimum: 0, maximum: 65_535 }),
      /** The address in the last enrolment code. */
      host: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  /** The newest backup of the embedded server's database made on the screen. */
  last_backup: Type.Optional(Type.Object({ file: Type.String(), at: Type.String() })),
});
export type HostSettings = Static<typeof HostSettings>;

const check = Compile(HostSettings);
export const atFirst: HostSettings = { server: { kind: 'embedded' }, server_port: 0 };

/** @throws {HostError} `settings_unreadable`: guessing could connect a door to the wrong server. */
export function readHostSettings(data: string): HostSettings {
  const path = pathOfHostSettings(data);
  const read = readStored(path, parse);
  if (read.from === 'file' || read.from === 'copy') return read.value;
  if (read.from === 'absent') return atFirst;
  throw new HostError(
    'settings_unreadable',
    `${path} cannot be read, and neither can its copy. If the station belongs to a server elsewhere, name it again with --server; otherwise delete both.`,
  );
}

export function writeHostSettings(data: string, settings: HostSettings): void {
  makePrivateFolder(data);
  writeStored(pathOfHostSettings(data), `${JSON.stringify(settings, null, 2)}\n`, parse);
}

export function pathOfHostSettings(data: string): string {
  return join(data, 'host.json');
}

function parse(text: string): HostSettings | null {
  const value = parseJson(text);
  return check.Check(value) ? value : null;
}
