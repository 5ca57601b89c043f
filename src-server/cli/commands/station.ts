import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { eventReferences, optional, orElse, text, yes } from '../flags.ts';

const organiser = text('ORG', 'whose station it is');
const name = text('NAME', 'what people call it');
const events = orElse(eventReferences('the events that it scans for'), 'all');

export const createFlags = { organiser, name, events } as const;

export const enrolFlags = {
  organiser,
  name,
  events,
  location: optional(text('LOC', 'the entry point that it stands at')),
  server: optional(
    text('URL', 'where the station reaches the server (default: where it last ran)'),
  ),
  certificate: optional(
    text(
      'FILE',
      'the only certificate that the station trusts, in PEM; "none" for any that an authority vouches for (default: that of the server, where it vouches for itself)',
    ),
  ),
  qr: optional(text('FILE', 'write the QR code to this .png or .svg, too')),
  force: yes('replace FILE if it exists'),
} as const;

export const updateFlags = { name } as const;

export const listFlags = { organiser: text('ORG', 'whose stations') } as const;

export const stationCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'create',
      summary:
        'Make the client of a station, with the scopes that it needs; its secret is shown this once',
      operands: [],
      flags: createFlags,
      examples: ['station create --organiser org_01j… --name "North Gate" --events winter-gala'],
    },
    async () => (await import('../operations/station.ts')).create,
  ),
  defineDatabaseCommand(
    {
      name: 'enrol',
      summary:
        'Make the client of a station, and the enrolment code that connects it; shown this once',
      operands: [],
      flags: enrolFlags,
      examples: [
        'station enrol --organiser org_01j… --name "North Gate"',
        'station enrol --organiser org_01j… --name "North Gate" --server https://tickets.example.org --qr gate.png',
      ],
    },
    async () => (await import('../operations/station-enrol.ts')).enrol,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Give a station another name, which it shows within a minute',
      operands: ['ID'],
      flags: updateFlags,
      examples: ['station update gci_9f2c… --name "East Gate"'],
    },
    async () => (await import('../operations/station.ts')).update,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every station of an organiser, and what it last said of itself',
      operands: [],
      flags: listFlags,
      examples: ['station list --organiser org_01j…'],
    },
    async () => (await import('../operations/station.ts')).list,
  ),
  defineOperation(
    {
      name: 'revoke',
      summary:
        'End a station and its tokens; at its next contact it removes its ticket data and seals its journal for "journal import"',
      operands: ['ID'],
      flags: {},
      examples: ['station revoke gci_9f2c…'],
    },
    async () => (await import('../operations/client.ts')).revoke,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One station: its client, and what it last said of itself',
      operands: ['ID'],
      flags: {},
      examples: ['station show gci_9f2c…'],
    },
    async () => (await import('../operations/station.ts')).show,
  ),
];
