/**
 * For managing webhooks over the API: former secrets that still sign, test messages, and the log of a subscription in the order of a list.
 * Shipped: never edited; a change is a new migration.
 */
export const webhookApiMigration = `
alter table webhook_subscriptions add column former_secrets text not null default '[]' check (json_valid(former_secrets));
alter table webhook_messages add column is_test integer not null default 0 check (is_test in (0, 1));
drop index webhook_deliveries_newest;
create index webhook_deliveries_newest on webhook_deliveries (subscription_id, created_at);
`;

export const webhookApiForPostgres = `
alter table webhook_subscriptions add column former_secrets text collate "C" not null default '[]' check (former_secrets::json is not null);
alter table webhook_messages add column is_test bigint not null default 0 check (is_test in (0, 1));
drop index webhook_deliveries_newest;
create index webhook_deliveries_newest on webhook_deliveries (subscription_id, created_at);
`;
