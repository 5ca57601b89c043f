import type { Command } from 'commander';
import { describeEvent, organiserOf } from '../describe.ts';
import {
  archiveEvent,
  createEvent,
  eventDefaults,
  listEvents,
  updateEvent,
} from '../../services/events.ts';
import type { FlagValues } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, optional, orWord, text, time, whole, written } from '../flags.ts';
import { renderTable } from '../render-table.ts';
import { staysWith } from '../stays-with.ts';
import type { Terminal } from '../terminal.ts';

const flags = {
  startsAt: optional(orWord(time('TIME', 'when it starts'), 'none')),
  endsAt: optional(orWord(time('TIME', 'when it ends'), 'none')),
  status: optional(choice('STATUS', 'who sees it', ['draft', 'published'])),
  opensBefore: optional(whole('MINUTES', "how long before a session's start its doors open")),
  peers: optional(
    choice('SWITCH', 'whether its stations tell each other of admissions', ['on', 'off']),
  ),
} as const;
const organiser = text('ORG', 'who runs it');
const name = text('NAME', 'what people call it');
const slug = text('SLUG', 'lowercase letters, digits and hyphens; unique per organiser');
const timezone = text('TZ', 'IANA time zone');
const currency = text('CURRENCY', 'ISO 4217');

export function addEventCommands(program: Command, terminal: Terminal): void {
  const event = program.command('event').description('Events');
  defineOperation(
    event,
    terminal,
    {
      name: 'create',
      summary: 'Make an event',
      operands: [],
      flags: { organiser, name, slug, timezone, currency, ...flags },
    },
    async (tx, { values: { organiser, ...values } }) => {
      const { name, slug, timezone, currency } = values;
      const input = { ...eventDefaults, name, slug, timezone, currency, ...columnsOf(values) };
      return describeEvent(tx, await createEvent(tx, organiser, input));
    },
  );
  defineOperation(
    event,
    terminal,
    {
      name: 'update',
      summary: 'Change an event',
      operands: ['EVT'],
      flags: {
        organiser: optional(organiser),
        name: optional(name),
        slug: optional(slug),
        timezone: optional(timezone),
        currency: optional(currency),
        ...flags,
      },
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const { name, slug, timezone, currency } = values;
      const changes = { ...written({ name, slug, timezone, currency }), ...columnsOf(values) };
      const updated = await updateEvent(tx, reference, changes);
      staysWith(await organiserOf(tx, updated), values.organiser);
      return describeEvent(tx, updated);
    },
  );
  defineOperation(
    event,
    terminal,
    { name: 'archive', summary: 'Take an event out of the lists', operands: ['EVT'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeEvent(tx, await archiveEvent(tx, reference)),
  );
  defineDatabaseCommand(
    event,
    terminal,
    {
      name: 'list',
      summary: 'Every event that is not archived, newest first',
      operands: [],
      flags: { organiser: optional(text('ORG', 'those of one organiser')) },
      render: renderEvents,
    },
    (database, { values }) =>
      database.read(async (tx) => ({
        data: await Promise.all(
          (await listEvents(tx, values.organiser)).map(async (row) => ({
            ...(await describeEvent(tx, row)),
            organiser: await organiserOf(tx, row),
          })),
        ),
      })),
  );
}

type DescribedEvent = Awaited<ReturnType<typeof describeEvent>>;

function renderEvents({
  data,
}: {
  readonly data: readonly (DescribedEvent & { readonly organiser: string })[];
}): string {
  if (data.length === 0) return 'No events.';
  const rows = data.map((row) => [
    row.reference,
    row.name,
    row.status,
    row.ticket_types.map(({ name }) => name).join(', '),
    row.organiser,
  ]);
  return renderTable(['event', 'name', 'status', 'ticket types', 'organiser'], rows);
}

function columnsOf(values: FlagValues<typeof flags>) {
  return written({
    starts_at: values.startsAt,
    ends_at: values.endsAt,
    status: values.status,
    opens_before_minutes: values.opensBefore,
    peers: values.peers === undefined ? undefined : values.peers === 'on',
  });
}
