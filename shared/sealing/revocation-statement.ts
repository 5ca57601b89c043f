import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Timestamp } from '../contract/fields.ts';
import { parseJson } from '../contract/parse-json.ts';
import type { KeyPair } from '../contract/okp-key.ts';
import { readSigned, signText } from './signed-text.ts';

const TYPE = 'gatehouse-revocation';

/** The server's statement that a client was revoked. Revocations are permanent, so a replayed statement is still true. */
export const Revocation = Type.Object({ client_id: Type.String(), revoked_at: Timestamp() });
export type Revocation = Static<typeof Revocation>;

const Statement = Compile(Revocation);

export function signRevocation(revocation: Revocation, key: KeyPair): Promise<string> {
  return signText(JSON.stringify(revocation), TYPE, key);
}

/** Returns null unless the statement was signed with that key and names this client. */
export async function readRevocation(
  statement: string,
  { client_id, publicKey }: { readonly client_id: string; readonly publicKey: string },
): Promise<Revocation | null> {
  const text = await readSigned(statement, TYPE, publicKey);
  const revocation = text === null ? undefined : parseJson(text);
  return Statement.Check(revocation) && revocation.client_id === client_id ? revocation : null;
}
