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
import { webhookWakesForPostgres, webhookWakesMigration } from './0015-webhook-wakes.ts';
import { webhookApiForPostgres, webhookApiMigration } from './0016-webhook-api.ts';
import { archivingForPostgres, archivingMigration } from './0017-archiving.ts';
import { peopleForPostgres, peopleMigration } from './0018-people.ts';
import { enrolmentsForPostgres, enrolmentsMigration } from './0019-enrolments.ts';
import { auditLogForPostgres, auditLogMigration } from './0020-audit-log.ts';
import type { Migration } from './data-migration.ts';
import { postgresBaseline } from './postgres-baseline.ts';

/** SQLite's migrations in order; a migration's number is its position in this list, from 1. */
export const migrations: readonly Migration[] = [
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
  webhookWakesMigration,
  webhookApiMigration,
  archivingMigration,
  peopleMigration,
  enrolmentsMigration,
  auditLogMigration,
];

/** The same steps for PostgreSQL, which was supported from the fourteenth on. */
export const postgresMigrations: readonly Migration[] = [
  ...migrations.slice(0, 13).map(() => ''),
  postgresBaseline,
  webhookWakesForPostgres,
  webhookApiForPostgres,
  archivingForPostgres,
  peopleForPostgres,
  enrolmentsForPostgres,
  auditLogForPostgres,
];

/** The schema version after all migrations. */
export const newestSchema = migrations.length;
