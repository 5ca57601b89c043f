/**
 * Indices of random keys that stand apart from their tables, so that rows may join them many at a time (`side-index.ts`): within
 * each check-in they were two pages of their own, written whole by every commit and again by every checkpoint. Shipped: never
 * edited; a change is a new migration.
 *
 * `side_indexes.up_to` is the last row that an index holds. No row may come later with a lesser or equal number: scans are never
 * deleted, and answers are numbered by their stamps.
 */
export const sideIndexesMigration = `
create table side_indexes (
  name text primary key,
  up_to integer not null
) strict, without rowid;

create table scans_by_ticket (
  ticket_id integer not null,
  scan_id integer not null,
  primary key (ticket_id, scan_id)
) strict, without rowid;
insert into scans_by_ticket select ticket_id, id from entry_scans order by ticket_id, id;
insert into side_indexes select 'scans_by_ticket', coalesce(max(id), 0) from entry_scans;
drop index entry_scans_by_ticket;
create trigger entry_scans_stay before delete on entry_scans begin
  select raise(abort, 'an entry scan is never deleted');
end;

create table numbered_answers (
  id integer primary key,
  client_id integer not null references clients (id),
  key text not null,
  fingerprint blob not null,
  status integer not null,
  body text not null,
  contact_id integer references contacts (id),
  created_at integer not null,
  expires_at integer not null
) strict;
insert into numbered_answers select id, client_id, key, fingerprint, status, body, contact_id, created_at, expires_at
  from idempotency_keys order by id;
drop table idempotency_keys;
alter table numbered_answers rename to idempotency_keys;
create index idempotency_keys_by_contact on idempotency_keys (contact_id) where contact_id is not null;
create index idempotency_keys_of_people_by_expiry on idempotency_keys (expires_at) where contact_id is not null;

create table answers_by_key (
  label integer not null,
  answer_id integer not null,
  primary key (label, answer_id)
) strict, without rowid;
insert into answers_by_key select answer_label(client_id, key), id from idempotency_keys order by 1, 2;
insert into side_indexes select 'answers_by_key', coalesce(max(id), 0) from idempotency_keys;
create trigger answers_leave_index after delete on idempotency_keys begin
  delete from answers_by_key where label = answer_label(old.client_id, old.key) and answer_id = old.id;
end;
`;
