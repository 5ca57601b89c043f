import {
  Setup,
  SetupAddOn,
  SetupLocation,
  SetupPolicy,
  type setupRoutes,
} from '../../shared/resources/setup.ts';
import { balcony, gala, northGate, southGate, stalls } from './events.ts';
import { type ExamplesOf, found } from './example.ts';
import { fridaySetup, saturdaySetup, policy } from './sessions.ts';

export const cloakroom = {
  reference: 'adn_01m1e2whayn9mqp2vyb3ppmbgk',
  name: 'Cloakroom',
  price: 300,
  currency: gala.currency,
} satisfies SetupAddOn;

export const galaSetup = {
  event: gala,
  ticket_types: [stalls, balcony],
  sessions: [fridaySetup, saturdaySetup],
  scanner_locations: [
    { ...northGate, direction: 'in' },
    { ...southGate, direction: 'both' },
  ],
  archived_locations: [],
  add_ons: [cloakroom],
  code_keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: 'K3dQ',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
  ],
  keys_signature:
    'eyJhbGciOiJFZERTQSIsInR5cCI6ImdhdGVob3VzZS1zZXR1cC1rZXlzIn0.WyJldnRfMDFtMWUxZmVwemEzbTU4ZnhjZ2ttZTRzNWIiLFt7Imt0eSI6Ik9LUCIsImNydiI6IkVkMjU1MTkiLCJhbGciOiJFZERTQSIsInVzZSI6InNpZyIsImtpZCI6IkszZFEiLCJ4IjoiMTFxWUFZS3hDcmZWU183VHlXUUhPZzdoY3ZQYXBpTWxyd0lhYVBjSFVSbyJ9XSxbImtVNXAwbUowbzNiTTl2N1hoUW0xZjNtMXdHSjNZdFl3OGdrMWFabDJiWGMiXV0.Fqdu2R8znebohHIo9LMpMkiY4W4j-C_qNmMNed3ELPzleg-T-t-sG1QqJy8OTE3WDjBztwVt01QH1BvwqUoQCA',
  policy,
  peers: {
    keys: ['kU5p0mJ0o3bM9v7XhQm1f3m1wGJ3YtYw8gk1aZl2bXc'],
    addresses: ['192.168.20.14:8797'],
  },
  server_time: '2026-12-12T16:40:12.083000Z',
} satisfies Setup;

export const setupExamples = {
  calls: {
    readSetup: found(galaSetup),
  },
  schemas: {
    Setup: [Setup, galaSetup],
    SetupAddOn: [SetupAddOn, cloakroom],
    SetupLocation: [SetupLocation, { ...southGate, direction: 'both' }],
    SetupPolicy: [SetupPolicy, policy],
  },
} satisfies ExamplesOf<typeof setupRoutes>;
