/**
 * Two indices less for each check-in: every page that a commit touches is written whole. Shipped: never edited; a change is a new
 * migration.
 *
 * A scan never changes, so the order of its landing is the order of its changes. Answers that hold nobody's data all last equally
 * long, so the expired ones are the first rows of their table.
 */
export const leanCheckInsMigration = `
drop index entry_scans_changed;
drop index idempotency_keys_by_expiry;
create index idempotency_keys_of_people_by_expiry on idempotency_keys (expires_at) where contact_id is not null;
`;
