import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The response's JSON, which must match `schema`. */
export async function readBody<Schema extends TSchema>(
  response: Response,
  schema: Schema,
): Promise<Static<Schema>> {
  const body: unknown = await response.json();
  return Value.Parse(schema, body);
}

export const TokenBody = Type.Object({
  token_type: Type.String(),
  expires_in: Type.Integer(),
  access_token: Type.String(),
});
