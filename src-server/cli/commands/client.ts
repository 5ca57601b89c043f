import type { Command } from 'commander';
import {
  changeEvents,
  changeScopes,
  createClient,
  parseScopes,
  revokeClient,
} from '../../services/clients.ts';
import { describeClient } from '../describe.ts';
import { defineOperation } from '../define-operation.ts';
import { parseGrant } from '../event-grant.ts';
import { orElse, text } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

export function addClientCommands(program: Command, terminal: Terminal): void {
  const client = program.command('client').description('Machine clients of the API');
  defineOperation(
    client,
    terminal,
    {
      name: 'create',
      summary: 'Make a client; its secret is shown this once',
      operands: [],
      flags: {
        organiser: text('ORG', 'whose client it is'),
        name: text('NAME', 'what people call it'),
        scopes: text('SCOPES', 'scope names, separated by spaces'),
        events: orElse(text('EVENTS', 'evt_ references, separated by commas, or all'), 'all'),
      },
    },
    async (tx, { values: { organiser, name, scopes, events } }) => {
      const created = await createClient(tx, {
        organiser,
        name,
        scopes: parseScopes(scopes),
        events: parseGrant(events),
      });
      const { client_id, ...described } = await describeClient(tx, created.client);
      return { client_id, client_secret: created.client_secret, ...described };
    },
  );
  defineOperation(
    client,
    terminal,
    { name: 'revoke', summary: 'End a client and its tokens', operands: ['ID'], flags: {} },
    async (tx, { operands: [id = ''] }) => describeClient(tx, await revokeClient(tx, id)),
  );
  defineOperation(
    client,
    terminal,
    {
      name: 'scopes',
      summary: "Replace a client's scopes; live tokens follow at once",
      operands: ['ID', 'SCOPES'],
      flags: {},
    },
    async (tx, { operands: [id = '', scopes = ''] }) =>
      describeClient(tx, await changeScopes(tx, id, parseScopes(scopes))),
  );
  defineOperation(
    client,
    terminal,
    {
      name: 'events',
      summary: 'Choose the events that a client sees: references separated by commas, or all',
      operands: ['ID', 'EVENTS'],
      flags: {},
    },
    async (tx, { operands: [id = '', events = ''] }) =>
      describeClient(tx, await changeEvents(tx, id, parseGrant(events))),
  );
}
