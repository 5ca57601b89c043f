/** The secret of an enrolment code, and until when it works. Shipped: never edited; a change is a new migration. */
export const enrolmentsMigration = `
alter table clients add column enrolment_hash blob check (length(enrolment_hash) = 32);
alter table clients add column enrolment_ends_at integer check ((enrolment_ends_at is null) = (enrolment_hash is null));
`;

export const enrolmentsForPostgres = `
alter table clients add column enrolment_hash bytea check (length(enrolment_hash) = 32);
alter table clients add column enrolment_ends_at bigint check ((enrolment_ends_at is null) = (enrolment_hash is null));
`;
