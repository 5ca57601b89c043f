import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECK_IN_KEY_DAYS, DELIVERY_LOG_DAYS } from '../../shared/contract/retention.ts';
import {
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_SNAPSHOTS,
  MAX_STREAMS,
  MAX_UPLOADS,
  MAX_SUBSCRIPTIONS,
  STORED_RESPONSE_CHARACTERS,
  MAX_UPLOAD_ITEMS,
} from '../../shared/contract/limits.ts';
import { REFUSALS_PER_MINUTE, TOKENS_PER_MINUTE } from '../../shared/contract/rate-limits.ts';
import { tables } from '../../src-server/database/schema.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [, limits = ''] = read('docs/operating.md').split('\n## Limits\n');

/** Tables that only the organiser fills, by the command line or the console. */
const ofOrganiser = [
  'clock change_versions keys code_keys organisers clients client_events organiser_keys events locations ticket_types add_ons sessions',
  'fields questions erased_emails orders order_lines tickets ticket_resales ticket_reissues mailed_codes answers refunds',
  'waitlist_entries disputes webhook_settings server_address audit_log accounts members account_links recovery_codes',
  'imports imported_lines import_changes',
]
  .join(' ')
  .split(' ');

it('the guide names every table that a client can make grow', () => {
  const all = Object.keys(tables);
  const named = [...limits.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
  const growing = all.filter((name) => named.includes(name));
  expect([...growing, ...ofOrganiser].toSorted()).toEqual(all.toSorted());
});

/** A number that is written where only one file uses it. */
function numberIn(path: string, name: string): number {
  const [, digits = ''] = new RegExp(`const ${name} = ([\\d_]+)`).exec(read(path)) ?? [];
  return Number(digits.replaceAll('_', ''));
}

it.each([
  ['`access_tokens`', `${TOKENS_PER_MINUTE} a minute`],
  ['`webhook_subscriptions`', `${MAX_SUBSCRIPTIONS} of each client`],
  ['`webhook_messages`', `${DELIVERY_LOG_DAYS} days`],
  ['`webhook_messages`', `${STORED_RESPONSE_CHARACTERS.toLocaleString('en')} characters`],
  ['`idempotency_keys`', `${CHECK_IN_KEY_DAYS} days`],
  ['`idempotency_keys`', `${MAX_IDEMPOTENCY_KEY_LENGTH} characters`],
  ['`entry_scans`', `${MAX_UPLOAD_ITEMS} scans`],
  ['`redemptions`', `${MAX_UPLOAD_ITEMS} in an upload`],
  [
    '`station_keys`',
    `${numberIn('src-server/domain/access/stations.ts', 'MAX_KEYS')} of each client`,
  ],
  ['Open streams', `${MAX_STREAMS} of each client`],
  ['Snapshots', `${MAX_SNAPSHOTS} of each client`],
  ['Uploads in progress', `${MAX_UPLOADS} of each client`],
  [
    'Connections',
    `${numberIn('src-server/http/listeners/network-listener.ts', 'MAX_CONNECTIONS')}, and`,
  ],
  [
    'Connections',
    `${numberIn('src-server/http/listeners/network-listener.ts', 'MAX_CONNECTIONS_OF_ADDRESS')} of an address`,
  ],
  [
    'Remembered callers',
    numberIn('src-server/oauth/find-caller.ts', 'MAX_KNOWN').toLocaleString('en'),
  ],
  [
    'Remembered totals',
    numberIn('src-server/api/lists/list-rows.ts', 'MAX_KNOWN').toLocaleString('en'),
  ],
  [
    'Compressed documents',
    `${numberIn('src-server/http/responses/send-document.ts', 'MAX_ORIGINS')} of each`,
  ],
  [
    'Remembered names',
    numberIn('src-server/webhooks/egress/egress-guard.ts', 'MAX_REMEMBERED').toLocaleString('en'),
  ],
])('the guide says of %s: %s', (what, limit) => {
  const row = limits.split('\n').find((line) => line.startsWith(`| ${what}`));
  expect(row).toContain(limit);
});

it('the guide says how many refused token requests an address may make', () => {
  expect(limits).toContain(`throttled by address, at ${REFUSALS_PER_MINUTE} a minute`);
});
