/**
 * Removes two indices that every check-in wrote to: every page that a commit touches is written whole. Shipped: never edited; a change is a new
 * migration.
 *
 * A scan never changes, so scans are ordered by change as they are inserted. Answers without personal data are all kept equally long, so the expired
 * ones are the first rows of their table.
 */
export const leanCheckInsMigration = `
drop index entry_scans_changed;
drop index idempotency_keys_by_expiry;
create index idempotency_keys_of_people_by_expiry on idempotency_keys (expires_at) where contact_id is not null;
`;
