import { scopeMeanings } from '../../../shared/contract/scopes.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';
import { eventReferences, orElse, text, optional } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const clientCreateFlags = {
  organiser: text('ORG', 'whose client it is'),
  name: text('NAME', 'what people call it'),
  scopes: text('SCOPES', 'scope names, separated by spaces'),
  events: orElse(eventReferences('the events that it sees'), 'all'),
} as const;

const scopeNames = nameList('Scopes:', scopeMeanings);

export const clientListFlags = {
  organiser: optional(text('ORG', 'those of one organiser')),
} as const;

export const clientCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'create',
      summary: 'Create a client; its secret is shown only once',
      operands: [],
      flags: clientCreateFlags,
      examples: [
        'client create --organiser org_01j… --name CRM --scopes "events:read tickets:read"',
        'client create --organiser org_01j… --name Gala --scopes tickets:read --events winter-gala',
      ],
      notes: [scopeNames],
    },
    async () => (await import('../operations/client.ts')).clientCreate,
  ),
  defineOperation(
    {
      name: 'revoke',
      summary: 'End a client and its tokens',
      operands: ['ID'],
      flags: {},
      examples: ['client revoke gci_9f2c…'],
    },
    async () => (await import('../operations/client.ts')).clientRevoke,
  ),
  defineOperation(
    {
      name: 'scopes',
      summary: "Replace a client's scopes; live tokens lose those that are gone",
      operands: ['ID', 'SCOPES'],
      flags: {},
      examples: ['client scopes gci_9f2c… "events:read orders:read"'],
      notes: [scopeNames],
    },
    async () => (await import('../operations/client.ts')).replaceScopes,
  ),
  defineOperation(
    {
      name: 'events',
      summary:
        'Choose the events that a client sees: references or slugs separated by commas, or all',
      operands: ['ID', 'EVENTS'],
      flags: {},
      examples: ['client events gci_9f2c… winter-gala,jazz', 'client events gci_9f2c… all'],
    },
    async () => (await import('../operations/client.ts')).chooseEvents,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every client, newest first, revoked ones included',
      operands: [],
      flags: clientListFlags,
      examples: ['client list --organiser org_01j…'],
    },
    async () => (await import('../operations/client.ts')).clientList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One client, without its secret',
      operands: ['ID'],
      flags: {},
      examples: ['client show gci_9f2c…'],
    },
    async () => (await import('../operations/client.ts')).clientShow,
  ),
];
