import type { Command } from 'commander';
import {
  createdSubscription,
  listOrganiserSubscriptions,
  subscriptionResource,
} from '../../api/webhooks.ts';
import { checkEndpoint } from '../../services/check-endpoint.ts';
import { openStoredEgress } from '../../services/stored-egress.ts';
import {
  listDeliveries,
  redeliver,
  DEFAULT_LOG_ENTRIES,
} from '../../services/webhook-deliveries.ts';
import {
  createConsoleSubscription,
  enableSubscription,
} from '../../services/webhook-subscriptions.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { count, list, optional, orElse, text } from '../flags.ts';
import { renderDeliveries, renderSubscriptions } from '../render-webhooks.ts';
import type { Terminal } from '../terminal.ts';

const organiser = text('ORG', 'whose subscriptions');

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command('webhook').description('Webhook subscriptions and their log');
  defineDatabaseCommand(
    webhook,
    terminal,
    {
      name: 'list',
      summary: 'Every subscription of an organiser, newest first',
      operands: [],
      flags: { organiser },
      render: renderSubscriptions,
    },
    async (database, { values }) => ({
      data: await database.read((tx) => listOrganiserSubscriptions(tx, values.organiser)),
    }),
  );
  addCreate(webhook, terminal);
  defineOperation(
    webhook,
    terminal,
    {
      name: 'enable',
      summary: 'Switch a subscription on again; what was missed is not sent again',
      operands: ['WHK'],
      flags: {},
    },
    async (tx, { operands: [reference = ''] }) =>
      subscriptionResource(await enableSubscription(tx, reference)),
  );
  addLog(webhook, terminal);
}

function addCreate(webhook: Command, terminal: Terminal): void {
  defineDatabaseCommand(
    webhook,
    terminal,
    {
      name: 'create',
      summary: "Subscribe an endpoint in the organiser's name; its secret is shown once",
      operands: [],
      flags: {
        organiser: text('ORG', 'whose events'),
        url: text('URL', 'where deliveries go: http or https, at a public address'),
        events: list('NAMES', 'which events, separated by commas'),
        event: optional(text('EVT', 'only what belongs to this event')),
        webhookAllow: optional(
          list('CIDR', "ranges that are open although not public (default: the server's)"),
        ),
      },
    },
    async (database, { values }) => {
      const egress = await openStoredEgress(database, values.webhookAllow);
      const endpoint = await checkEndpoint(egress, values.url);
      const { events, event = null } = values;
      return createdSubscription(
        await database.write((tx) =>
          createConsoleSubscription(tx, values.organiser, { endpoint, events, event }),
        ),
      );
    },
  );
}

function addLog(webhook: Command, terminal: Terminal): void {
  defineDatabaseCommand(
    webhook,
    terminal,
    {
      name: 'deliveries',
      summary: 'The delivery log of a subscription, newest first, with every attempt',
      operands: ['WHK'],
      flags: {
        limit: orElse(count('N', 'how many'), DEFAULT_LOG_ENTRIES),
      },
      render: renderDeliveries,
    },
    async (database, { operands: [reference = ''], values }) => ({
      data: await database.read((tx) => listDeliveries(tx, reference, values.limit)),
    }),
  );
  defineOperation(
    webhook,
    terminal,
    {
      name: 'redeliver',
      summary:
        'Deliver once more: the same reference and body, one attempt, now or when a server runs',
      operands: ['WHD'],
      flags: {},
    },
    (tx, { operands: [reference = ''] }) => redeliver(tx, reference),
  );
}
