import type { Command } from 'commander';
import { describeEvent, organiserOf } from '../../services/describe/describe-event.ts';
import { archiveEvent, createEvent, eventDefaults, updateEvent } from '../../services/events.ts';
import type { FlagValues } from '../define-command.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, optional, orWord, text, time, whole, written } from '../flags.ts';
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
