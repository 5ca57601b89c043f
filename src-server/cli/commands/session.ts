import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { eventReference, hidden, optional, text, time } from '../flags.ts';

const event = eventReference('the event it belongs to');
const name = text('NAME', 'what people call it');
const startsAt = time('when it starts');
const endsAt = time('when it ends');

export const sessionCreateFlags = { event, name: optional(name), startsAt, endsAt } as const;

export const sessionUpdateFlags = {
  event: hidden(optional(event)),
  name: optional(name),
  startsAt: optional(startsAt),
  endsAt: optional(endsAt),
} as const;

export const sessionListFlags = { event } as const;

export const sessionCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create a session',
      operands: [],
      flags: sessionCreateFlags,
      examples: [
        'session create --event jazz --name "First night" --starts-at "2026-12-12 19:00" --ends-at "2026-12-12 23:00"',
      ],
    },
    async () => (await import('../operations/session.ts')).sessionCreate,
  ),
  defineOperation(
    {
      name: 'update',
      summary: 'Change a session; its tickets follow',
      operands: ['SES'],
      flags: sessionUpdateFlags,
      examples: ['session update ses_01j… --ends-at "2026-12-12 23:30"'],
    },
    async () => (await import('../operations/session.ts')).sessionUpdate,
  ),
  defineOperation(
    {
      name: 'cancel',
      summary: 'Cancel a session: doors refuse its tickets, which stay valid and refundable',
      operands: ['SES'],
      flags: {},
      examples: ['session cancel ses_01j…'],
    },
    async () => (await import('../operations/session.ts')).sessionCancel,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The sessions of an event, in the order they were created',
      operands: [],
      flags: sessionListFlags,
      examples: ['session list --event jazz'],
    },
    async () => (await import('../operations/session.ts')).sessionList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One session',
      operands: ['SES'],
      flags: {},
      examples: ['session show ses_01j…'],
    },
    async () => (await import('../operations/session.ts')).sessionShow,
  ),
];
