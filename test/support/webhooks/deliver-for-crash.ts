// Emits and delivers events in its own process, to be killed. Usage: node deliver-for-crash.ts ORGANISER FIRST DATA_DIR [DATABASE_URL].
// Each dispute has a unique number, from FIRST, as its amount, which is printed after its commit. Every third one is rolled back and has UNDONE added
// to its amount.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src-server/database/clock.ts';
import { recordDispute } from '../../../src-server/domain/sales/disputes.ts';
import { openDatabase } from '../../../src-server/open-database.ts';
import { readWebhookSettings } from '../../../src-server/webhooks/read-webhook-settings.ts';
import { startWebhooks } from '../../../src-server/webhooks/start-webhooks.ts';
import { UNDONE } from './undone.ts';

const [organiser = '', first = '0', dataDir = '', databaseUrl = null] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl });
startWebhooks({
  database,
  dataDir,
  settings: readWebhookSettings({
    webhookAllow: ['127.0.0.1'],
    webhookSchedule: 'B',
    webhookHeaderPrefix: 'X-Service',
    smtpUrl: null,
    mailFrom: 'test@example.org',
  }),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  clock: systemClock,
});

for (let number = Number(first); ; number += 1) {
  const isUndone = number % 3 === 0;
  const amount = isUndone ? UNDONE + number : number;
  try {
    await database.write(async (tx) => {
      await recordDispute(tx, { organiser, dispute: null, charge: null, amount, reason: null });
      if (isUndone) throw new Error('undone');
    });
    process.stdout.write(`${number}\n`);
  } catch (error) {
    if (!isUndone) throw error;
  }
  if (number % 10 === 0) await sleep(1);
}
