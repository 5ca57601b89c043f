import { join } from 'node:path';
import {
  isWebhookEventName,
  webhookEventNames,
  type WebhookEventName,
} from '../../../../shared/resources/webhook-events.ts';
import { webhookMeanings } from '../../../../shared/resources/webhook-events.ts';
import type { Database } from '../../../database/database.ts';
import type { DomainEvent } from '../../../database/domain-event.ts';
import { readCredentials } from '../../../demo/demo-file.ts';
import { triggerEvent } from '../../../demo/trigger-event.ts';
import { countRecipients } from '../../../webhooks/management/webhook-subscriptions.ts';
import { CliError } from '../../definition/cli-error.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
import { organiserData } from '../../definition/open-organiser-data.ts';
import type { CommandOn } from '../../render/command-on.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { eventReference, optionalFlag, withDefault } from '../../flags/flags.ts';
import { UsageError } from '../../flags/usage-error.ts';
import { nameList } from '../../render/name-list.ts';

const triggerFlags = {
  event: withDefault(optionalFlag(eventReference('demo event to act on')), 'the event that is on'),
} as const;

export const command = defineDatabaseCommand(
  {
    name: 'trigger',
    summary: 'Make a webhook event happen in demo data',
    operands: ['NAME'],
    flags: triggerFlags,
    examples: ['trigger order.created', 'trigger session.cancelled --event harbour-jazz-nights'],
    notes: [nameList('NAME is one of:', webhookMeanings)],
  },
  { work: trigger, render },
);

/**
 * Makes an event of the webhooks happen in the demo's data, by the operations that anybody uses. Nothing of it is made up: the order is
 * placed, the ticket scanned. That is why it refuses any other data.
 */
async function trigger(
  database: Database,
  { values, common, operands: [given = ''] }: Given<typeof triggerFlags>,
  terminal: Terminal,
): Promise<Triggered> {
  const name = readName(given);
  const { dataDir } = organiserData(common, terminal);
  const demo = readCredentials(join(dataDir, 'demo.json'));
  if (demo === null) {
    throw new CliError(
      'demo.missing',
      `${dataDir} has no demo data, and trigger changes nothing else. "gatehouse serve --demo" with another --data makes some.`,
    );
  }
  const event = values.event ?? demo.events[0]?.reference ?? '';
  const happened: DomainEvent[] = [];
  const stop = database.onCommit(({ events }) => happened.push(...events), NEVER_MS);
  const references = await database.write((tx) => triggerEvent(tx, demo, { name, event }));
  stop();
  const main = happened.find((one) => one.name === name);
  const subscriptions =
    main === undefined ? 0 : await database.read((tx) => countRecipients(tx, main));
  const also = happened.map((one) => one.name).filter((other) => other !== name);
  return { event: name, references, also, subscriptions };
}

/** Other processes' commits are not looked for. */
const NEVER_MS = 2 ** 31 - 1;

function readName(given: string): WebhookEventName {
  if (isWebhookEventName(given)) return given;
  throw new UsageError(`Expected one of ${webhookEventNames.join(', ')}, got "${given}".`);
}

interface Triggered {
  readonly event: WebhookEventName;
  readonly references: readonly string[];
  readonly also: readonly WebhookEventName[];
  readonly subscriptions: number;
}

function render(
  { event, references, also, subscriptions }: Triggered,
  _timezone: string,
  command: CommandOn,
): string {
  const recipients =
    subscriptions === 0
      ? `Nobody has subscribed to it: see "${command('listen --help')}".`
      : `${subscriptions === 1 ? 'One subscription gets' : `${subscriptions} subscriptions get`} it from the server while it runs.`;
  return [
    `${event}: ${references.join(', ')}`,
    ...(also.length === 0 ? [] : [`With it: ${also.join(', ')}`]),
    recipients,
  ].join('\n');
}
