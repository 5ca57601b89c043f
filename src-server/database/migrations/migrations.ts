import { domainMigration } from './0001-domain.ts';
import { webhooksMigration } from './0002-webhooks.ts';
import { idempotencyKeysMigration } from './0003-idempotency-keys.ts';
import { leanCheckInsMigration } from './0004-lean-check-ins.ts';
import { ticketResalesMigration } from './0005-ticket-resales.ts';
import { externalIdsMigration } from './0006-external-ids.ts';
import { sideIndexesMigration } from './0007-side-indexes.ts';
import { stationsMigration } from './0008-stations.ts';
import { ticketCodesMigration } from './0009-ticket-codes.ts';
import { peersMigration } from './0010-peers.ts';
import { sealedJournalsMigration } from './0011-sealed-journals.ts';
import { mailedCodesMigration } from './0012-mailed-codes.ts';
import { serverAddressMigration } from './0013-server-address.ts';
import { plainIndexesMigration } from './0014-plain-indexes.ts';
import { postgresBaseline } from './postgres-baseline.ts';

/** For SQLite, in order: the number of a migration is its place in this list, from 1. */
export const migrations: readonly string[] = [
  domainMigration,
  webhooksMigration,
  idempotencyKeysMigration,
  leanCheckInsMigration,
  ticketResalesMigration,
  externalIdsMigration,
  sideIndexesMigration,
  stationsMigration,
  ticketCodesMigration,
  peersMigration,
  sealedJournalsMigration,
  mailedCodesMigration,
  serverAddressMigration,
  plainIndexesMigration,
];

/** The same steps for PostgreSQL, which began with the fourteenth. */
export const postgresMigrations: readonly string[] = [
  ...migrations.slice(0, 13).map(() => ''),
  postgresBaseline,
];

/** The version that the schema has once all have run. */
export const newestSchema = migrations.length;
