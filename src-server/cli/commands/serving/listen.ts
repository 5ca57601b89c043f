import { webhookEventNames } from '../../../../shared/resources/webhook-events.ts';
import { webhookMeanings } from '../../../../shared/resources/webhook-events.ts';
import type { Database } from '../../../database/database.ts';
import { webhookCreate, webhookRemove } from '../../../operations/webhook.ts';
import { checkEndpoint, openStoredEgress } from '../../../webhooks/management/check-endpoint.ts';
import { DomainError } from '../../../rules/domain-error.ts';
import {
  findListeningOrganiser,
  listListeners,
} from '../../../webhooks/management/webhook-listeners.ts';
import { CliError } from '../../definition/cli-error.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
import { performAs } from '../../definition/operation-command.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { eventReference, listFlag, optionalFlag, textFlag } from '../../flags/flags.ts';
import { UsageError } from '../../flags/usage-error.ts';
import { isAnswering, openReceiver, type Forwarded } from '../../listen/receiver.ts';
import { nameList } from '../../render/name-list.ts';
import { printable } from '../../render/printable.ts';

const listenFlags = {
  forwardTo: textFlag('URL', 'address to forward to, such as localhost:3000/hooks'),
  events: optionalFlag({
    ...listFlag('NAMES', 'which events, separated by commas (default: all)'),
    choices: webhookEventNames,
  }),
  event: optionalFlag(eventReference('only what belongs to this event')),
  organiser: optionalFlag(
    textFlag(
      'ORG',
      'organiser whose events to forward (default: the organiser of --event, or the only one)',
    ),
  ),
} as const;

export const command = defineDatabaseCommand(
  {
    name: 'listen',
    summary: 'Forward webhooks to a program on this computer, for as long as this runs',
    operands: [],
    flags: listenFlags,
    examples: [
      'listen --forward-to localhost:3000/hooks',
      'listen --forward-to localhost:3000/hooks --events order.created,ticket.scanned',
    ],
    notes: [nameList('Events:', webhookMeanings)],
  },
  { work: listen },
);

/**
 * `gatehouse listen`: webhooks for a program on this computer, without an address on the internet.
 *
 *   1. Removes what a killed one left behind: a subscription of this computer at whose address no listener answers.
 *   2. Opens a receiver on a free port of 127.0.0.1 and subscribes it in the organiser's name. The rows are ordinary ones, so the
 *      running server delivers as it does to anybody. One that may not reach loopback addresses is noticed here, before anything
 *      is subscribed.
 *   3. Forwards each delivery with its headers and bytes unchanged, and writes a line with the answer. The server always gets a 204,
 *      because a receiver under development fails often, and would be retried and then disabled: each event comes once.
 *   4. On a request to stop, removes the subscription, and with it whatever is not yet delivered.
 */
async function listen(
  database: Database,
  { values, common }: Given<typeof listenFlags>,
  terminal: Terminal,
): Promise<null> {
  const stopped = terminal.stopRequested();
  const target = readTarget(values.forwardTo);
  await removeLeftovers(database);
  const report = (forwarded: Forwarded) =>
    terminal.out(common.json ? JSON.stringify(forwarded) : lineOf(forwarded));
  await using receiver = await openReceiver(target, report);
  const { url } = receiver;
  await checkReceiver(database, url);
  const { event = null, events = webhookEventNames } = values;
  const organiser = await database.read((tx) =>
    findListeningOrganiser(tx, values.organiser ?? null, event),
  );
  const pin = event === null ? {} : { event };
  const subscription = await performAs(database, webhookCreate, {
    organiser,
    url,
    events,
    ...pin,
  });
  try {
    const { reference, secret } = subscription;
    const ready = { listening: true, reference, secret, forward_to: target, events, event };
    terminal.out(common.json ? JSON.stringify(ready) : greeting(ready));
    await stopped;
  } finally {
    await unsubscribe(database, subscription.reference);
  }
  return null;
}

/** The address of a program; `localhost:3000/hooks` is short for http. */
function readTarget(given: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '') return url.href;
  throw new UsageError(`Expected --forward-to with a URL such as localhost:3000, got "${given}".`);
}

async function removeLeftovers(database: Database): Promise<void> {
  for (const { reference, url } of await database.read(listListeners)) {
    if (await isAnswering(url)) continue;
    await unsubscribe(database, reference);
  }
}

/** Unless somebody else has removed it. */
async function unsubscribe(database: Database, webhook: string): Promise<void> {
  try {
    await performAs(database, webhookRemove, { webhook });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'resource.not_found') throw error;
  }
}

/** Throws if the server, as it last ran, may not deliver to this computer. */
async function checkReceiver(database: Database, url: string): Promise<void> {
  try {
    await checkEndpoint(await openStoredEgress(database, undefined), url);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new CliError(
      'loopback.refused',
      'The server of this data may not deliver to this computer. Start it with --webhook-allow 127.0.0.1 (with --demo it may by itself), then listen again.',
    );
  }
}

interface Ready {
  readonly reference: string;
  readonly secret: string;
  readonly forward_to: string;
  readonly events: readonly string[];
  readonly event: string | null;
}

function greeting({ reference, secret, forward_to, events, event }: Ready): string {
  const what = events.length === webhookEventNames.length ? 'every event' : events.join(', ');
  return [
    `Forwarding ${what}${event === null ? '' : ` of ${event}`} to ${forward_to}`,
    `Signing secret: ${secret}`,
    `The server delivers while it runs. Ctrl+C ends this and removes the subscription ${reference}.`,
  ].join('\n');
}

function lineOf({ at, event, delivery, status, error, duration_ms }: Forwarded): string {
  const answer = status === null ? (error ?? 'no answer') : `${status} in ${duration_ms} ms`;
  return `${at.slice(11, 19)}  ${event.padEnd(18)}  ${delivery}  ${printable(answer)}`;
}
