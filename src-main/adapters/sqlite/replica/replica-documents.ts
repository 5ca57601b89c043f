import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import { EventRecord, IdentityRecord, SetupRecord } from '../../../../shared/station/records.ts';

/** Reads a stored JSON document; null if it is missing or this version did not write it: the server is asked again. */
function reader<T extends TSchema>(schema: T) {
  const compiled = Compile(schema);
  return (text: string | undefined): Static<T> | null => {
    if (text === undefined) return null;
    // SQLite's integrity check does not notice a flipped bit inside a text.
    const value = parseJson(text);
    return compiled.Check(value) ? value : null;
  };
}

export const parseEvents: (text: string | undefined) => readonly EventRecord[] | null = reader(
  Type.Array(EventRecord),
);
export const parseSetup: (text: string | undefined) => SetupRecord | null = reader(SetupRecord);
export const parseIdentity: (text: string | undefined) => IdentityRecord | null =
  reader(IdentityRecord);
export const parseReferences: (text: string | undefined) => readonly string[] | null = reader(
  Type.Array(Type.String()),
);
