/**
 * For entry points, questions and add-ons that are no longer in use: earlier rows still refer to them.
 * Shipped: never edited; a change is a new migration.
 */
export const archivingMigration = `
alter table locations add column archived_at integer;
alter table questions add column archived_at integer;
alter table add_ons add column archived_at integer;
`;

export const archivingForPostgres = `
alter table locations add column archived_at bigint;
alter table questions add column archived_at bigint;
alter table add_ons add column archived_at bigint;
`;
