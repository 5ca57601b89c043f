import { DEFAULT_TOKEN_SECONDS } from '../../shared/contract/retention.ts';
import { API_VERSION, stationScopes } from '../../shared/contract/scopes.ts';
import { TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
import {
  CompletedEnrolment,
  Identity,
  type identityRoutes,
  scannerCapabilities,
} from '../../shared/resources/identity.ts';
import { lumenHall } from './events.ts';
import { type ExamplesOf, found } from './example.ts';

export const tokenRequest = {
  grant_type: 'client_credentials',
  client_id: 'gci_4dcdab1c21cf30a797212650370770d7',
  client_secret: 'gcs_KwVOjHrnCH2CcKri90g65nkh4LJYx2PXLihPpOPo2KI',
  scope: 'events:read orders:read tickets:read scans:write webhooks:write',
} satisfies TokenRequest;

export const tokenResponse = {
  token_type: 'Bearer',
  expires_in: DEFAULT_TOKEN_SECONDS,
  access_token: 'gat_thp6m_F373dCoTuCAHSpUe-3L2JVARV1xjxXi_OYUpg',
  scope: tokenRequest.scope,
} satisfies TokenResponse;

export const identity = {
  organiser: lumenHall,
  client: {
    id: tokenRequest.client_id,
    name: 'Box office',
    scopes: tokenRequest.scope.split(' '),
    all_events: true,
  },
  api_version: API_VERSION,
  capabilities: [...scannerCapabilities],
} satisfies Identity;

export const completedEnrolment = {
  ...identity,
  client: {
    id: 'gci_9b1f6ad3c0e84c6f8f2f1f7de2a94c55',
    name: 'North Gate',
    scopes: [...stationScopes],
    all_events: false,
  },
  client_secret: 'gcs_yD1cRk0mE9mV3pO6qT2sXw5bNf8hJzL4uAaGv7iKoQw',
} satisfies CompletedEnrolment;

export const identityExamples = {
  calls: {
    readIdentity: found(identity),
    completeEnrolment: found(completedEnrolment),
  },
  schemas: {
    CompletedEnrolment: [CompletedEnrolment, completedEnrolment],
    Identity: [Identity, identity],
    TokenRequest: [TokenRequest, tokenRequest],
    TokenResponse: [TokenResponse, tokenResponse],
  },
} satisfies ExamplesOf<typeof identityRoutes>;
