import { Type, type Static } from 'typebox';
import { ReferenceTo, Text } from '../contract/fields.ts';
import { OrganiserKeys } from '../contract/okp-key.ts';
import { ENROLMENT_SCOPE } from '../contract/scopes.ts';
import { DataOf, type Routes, read, write } from './route-contract.ts';

/** Members of `capabilities` in `/integration/me`; a station falls back to plain `/v1` for missing ones. */
export const scannerCapabilities = [
  'scanner.setup',
  'scanner.scans',
  'scanner.releases',
  'scanner.snapshot',
  'scanner.sessions',
  'scanner.order_lines',
  'scanner.answers',
  'scanner.stream',
  'scanner.redemptions',
  'scanner.conflicts',
  'scanner.heartbeat',
  'scanner.codes',
] as const;
/** Beside them, of a server that can send an order's tickets by email. */
export const SENDS_ORDERS = 'orders.send';
export type ScannerCapability = (typeof scannerCapabilities)[number];

export const Identity = Type.Object({
  organiser: Type.Object({
    reference: ReferenceTo('organiser'),
    display_name: Text(),
  }),
  client: Type.Object({
    id: Text(),
    name: Text(),
    scopes: Type.Array(Text(), { description: 'The scopes that this token has now.' }),
    all_events: Type.Boolean(),
  }),
  api_version: Text('The contract version that the client is pinned to.'),
  /** additive: what of the scanner surface this server serves */
  capabilities: Type.Optional(Type.Array(Text())),
  /** additive, with `scanner:sync` and `scanner:enrol`: a station has these keys before it holds any data that a revocation would make it delete */
  organiser_keys: Type.Optional(OrganiserKeys),
});
export type Identity = Static<typeof Identity>;

/** What a station is given for its enrolment code: its client, with the scopes that the secret gives. */
export const CompletedEnrolment = Type.Object({
  ...Identity.properties,
  client_secret: Text('Shown only once. From its first token on the enrolment code is used up.'),
});
export type CompletedEnrolment = Static<typeof CompletedEnrolment>;

export const identityRoutes = {
  readIdentity: {
    ...read,
    summary: 'Read this client',
    description:
      "The organiser, the client's name, the scopes that this token has now, and the version of the contract.",
    path: '/integration/me',
    scopes: [],
    query: [],
    responses: { 200: DataOf(Identity) },
  },
  completeEnrolment: {
    ...write,
    summary: 'Complete an enrolment',
    description:
      "Answers the station's client secret, for a token that the secret of its enrolment code got. Asking again answers another one, until the first token with such a secret, or the code's last day.",
    path: '/scanner/enrolment',
    scopes: [ENROLMENT_SCOPE],
    responses: { 200: DataOf(CompletedEnrolment) },
    refusals: ['enrolment.ended'],
  },
} as const satisfies Routes;
