import { Type, type Static } from 'typebox';
import { ErrorBody } from './errors.ts';
import { Text } from './fields.ts';

/** `POST {auth_url}/oauth/token` (specification §4.2, RFC 6749 §4.4). */
export const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Text('gci_4dcdab1c21cf30a797212650370770d7'),
  client_secret: Text('gcs_KwVOjHrnCH2CcKri90g65nkh4LJYx2PXLihPpOPo2KI'),
  scope: Type.Optional(Text('events:read tickets:read', 'Omitted: all scopes of the client.')),
});

export const TokenResponse = Type.Object({
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer({ examples: [3600], description: 'Seconds.' }),
  access_token: Text('gat_thp6m_F373dCoTuCAHSpUe-3L2JVARV1xjxXi_OYUpg'),
  scope: Text('events:read tickets:read', 'What was granted.'),
});
export type TokenResponse = Static<typeof TokenResponse>;

/** The error of RFC 6749 §5.2, and the body of every other error. */
export const TokenError = Type.Object({
  error: Text('invalid_client'),
  error_description: Text('Client authentication failed.'),
  ...ErrorBody.properties,
});
