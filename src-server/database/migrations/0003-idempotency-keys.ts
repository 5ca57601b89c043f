/**
 * Stored answers in the order in which they were given (specification §4.5). Shipped: never edited; a change is a new migration.
 *
 * Keys are random, so in a table ordered by them every answer is written to a different page, which each commit writes whole. Here only its small
 * index entry is: each check-in writes a third less.
 */
export const idempotencyKeysMigration = `
create table stored_answers (
  id integer primary key,
  client_id integer not null references clients (id),
  key text not null,
  fingerprint blob not null,
  status integer not null,
  body text not null,
  contact_id integer references contacts (id),
  created_at integer not null,
  expires_at integer not null,
  unique (client_id, key)
) strict;
insert into stored_answers (client_id, key, fingerprint, status, body, contact_id, created_at, expires_at)
  select client_id, key, fingerprint, status, body, contact_id, created_at, expires_at
  from idempotency_keys order by created_at, key;
drop table idempotency_keys;
alter table stored_answers rename to idempotency_keys;
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
create index idempotency_keys_by_contact on idempotency_keys (contact_id) where contact_id is not null;
`;
