import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { DEFAULT_ENROLMENT_DAYS, MAX_ENROLMENT_DAYS } from '../../../shared/contract/limits.ts';
import { eventReferences, optional, orElse, text, wholeBetween, yes } from '../flags.ts';

const organiser = text('ORG', 'whose station it is');
const name = text('NAME', 'what people call it');
const events = orElse(eventReferences('the events that it scans for'), 'all');

export const stationCreateFlags = { organiser, name, events } as const;

export const stationEnrolFlags = {
  organiser,
  name,
  events,
  location: optional(text('LOC', 'the entry point that it stands at')),
  days: orElse(
    wholeBetween('DAYS', 'for how many days the code connects a station, once', [
      1,
      MAX_ENROLMENT_DAYS,
    ]),
    DEFAULT_ENROLMENT_DAYS,
  ),
  server: optional(
    text('URL', 'address at which stations reach the server (default: where the server last ran)'),
  ),
  certificate: optional(
    text(
      'FILE',
      'PEM certificate that the station trusts exclusively; "none" to trust certificate authorities instead (default: the server\'s certificate, if self-signed)',
    ),
  ),
  qr: optional(text('FILE', 'also write the QR code to this .png or .svg file')),
  force: yes('replace the file of --qr if it exists'),
} as const;

export const stationUpdateFlags = { name } as const;

export const stationListFlags = { organiser: text('ORG', 'whose stations') } as const;

export const stationCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'create',
      summary: "Create a station's client; its secret is shown only once",
      operands: [],
      flags: stationCreateFlags,
      examples: ['station create --organiser org_01j… --name "North Gate" --events winter-gala'],
    },
    async () => (await import('../operations/station.ts')).stationCreate,
  ),
  defineDatabaseCommand(
    {
      name: 'enrol',
      summary:
        "Create a station's client and the enrolment code that connects it, once; shown only once",
      operands: [],
      flags: stationEnrolFlags,
      examples: [
        'station enrol --organiser org_01j… --name "North Gate"',
        'station enrol --organiser org_01j… --name "North Gate" --days 1',
        'station enrol --organiser org_01j… --name "North Gate" --server https://tickets.example.org --qr gate.png',
      ],
    },
    async () => (await import('../operations/station-enrol.ts')).stationEnrol,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Rename a station; its screen shows the new name within a minute',
      operands: ['ID'],
      flags: stationUpdateFlags,
      examples: ['station update gci_9f2c… --name "East Gate"'],
    },
    async () => (await import('../operations/station.ts')).stationUpdate,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The stations of an organiser, with their last reports',
      operands: [],
      flags: stationListFlags,
      examples: ['station list --organiser org_01j…'],
    },
    async () => (await import('../operations/station.ts')).stationList,
  ),
  defineOperation(
    {
      name: 'revoke',
      summary:
        'Revoke a station and its tokens; at its next contact it deletes its ticket data and seals its journal for "journal import"',
      operands: ['ID'],
      flags: {},
      examples: ['station revoke gci_9f2c…'],
    },
    async () => (await import('../operations/client.ts')).clientRevoke,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One station: its client and its last report',
      operands: ['ID'],
      flags: {},
      examples: ['station show gci_9f2c…'],
    },
    async () => (await import('../operations/station.ts')).stationShow,
  ),
];
