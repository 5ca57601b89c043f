import { existsSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readRegularFile } from '../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../src-files/write-atomically.ts';
import type { DemoCredentials } from './demo-credentials.ts';

const Client = Type.Object({ client_id: Type.String(), client_secret: Type.String() });
const File = Compile(
  Type.Object({
    organiser: Type.String(),
    // A demo that was seeded before there was a console has none until its next start.
    owner: Type.Optional(
      Type.Object({ email: Type.String(), password: Type.String(), totp_secret: Type.String() }),
    ),
    integrator: Client,
    station: Client,
    events: Type.Array(Type.Object({ reference: Type.String(), slug: Type.String() })),
  }),
);

export type StoredCredentials = Omit<DemoCredentials, 'owner'> & {
  readonly owner?: DemoCredentials['owner'] | undefined;
};

/** The credentials of an earlier start; null if the file is missing or invalid. */
export function readCredentials(file: string): StoredCredentials | null {
  if (!existsSync(file)) return null;
  try {
    return File.Parse(JSON.parse(readRegularFile(file).toString()));
  } catch {
    return null;
  }
}

/** Readable only by its owner, and written atomically. */
export function writeCredentials(file: string, credentials: DemoCredentials): void {
  writeAtomically(file, `${JSON.stringify(credentials, null, 2)}\n`);
}
