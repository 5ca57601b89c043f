import { Agent, request } from 'undici';
import { instantFromMillis } from '../../shared/instant.ts';
import { systemClock } from '../../src-server/database/clock.ts';
import { recordDispute } from '../../src-server/domain/sales/disputes.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database } from '../../src-server/database/database.ts';
import { createOrganiser } from '../../src-server/domain/access/organisers.ts';
import { createConsoleSubscription } from '../../src-server/webhooks/management/webhook-subscriptions.ts';
import { renderPayload } from '../../src-server/webhooks/payload.ts';
import { readWebhookSettings } from '../../src-server/webhooks/read-webhook-settings.ts';
import { startWebhooks } from '../../src-server/webhooks/start-webhooks.ts';

/** Causes one delivery to every endpoint; the number is in its body. */
export type Send = (number: number) => Promise<unknown>;

export interface Outbox {
  readonly send: Send;
  readonly close: () => Promise<void>;
}

const settings = readWebhookSettings({
  webhookAllow: ['127.0.0.1'],
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'bench@example.org',
});
/** As many at once as our delivery loop comes to for each endpoint. */
export const CONNECTIONS = 5;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A new database with a subscription for each endpoint, and what delivers to them. */
export async function openOutbox(dataDir: string, urls: readonly string[]): Promise<Outbox> {
  const database = await openDatabase({ dataDir });
  const organiser = await subscribe(database, urls);
  const webhooks = startWebhooks({ database, dataDir, settings, log: quiet, clock: systemClock });
  return {
    send: (amount) =>
      database.write((tx) =>
        recordDispute(tx, { organiser, dispute: null, charge: null, amount, reason: null }),
      ),
    close: async () => {
      await webhooks.close();
      await database.close();
    },
  };
}

/** What is sent without an outbox: one body to every endpoint. */
export function openBarePosts(urls: readonly string[]): Outbox {
  const dispatcher = new Agent({ pipelining: 1, connections: CONNECTIONS });
  const headers = { 'content-type': 'application/json' };
  return {
    send: (amount) => {
      const data = { dispute: null, charge: null, amount, reason: null };
      const body = renderPayload({ name: 'charge.disputed', data }, instantFromMillis(Date.now()));
      return Promise.all(
        urls.map(async (url) => {
          const response = await request(url, { method: 'POST', body, headers, dispatcher });
          await response.body.dump();
        }),
      );
    },
    close: () => dispatcher.close(),
  };
}

async function subscribe(database: Database, urls: readonly string[]): Promise<string> {
  return database.write(async (tx) => {
    const { reference } = await createOrganiser(tx, { name: 'Bench', plan: 'pro', email: null });
    for (const url of urls) {
      const input = { endpoint: { url }, events: ['charge.disputed'], event: null };
      await createConsoleSubscription(tx, reference, input);
    }
    return reference;
  });
}
