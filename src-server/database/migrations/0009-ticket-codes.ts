/**
 * Signed ticket codes: the keys that sign them, which of a ticket's codes is current, when codes were replaced, and which one a door read. Shipped:
 * never edited; a change is a new migration.
 */
export const ticketCodesMigration = `
create table code_keys (
  id integer primary key,
  organiser_id integer not null references organisers (id),
  kid text not null,
  public_key blob not null check (length(public_key) = 32),
  secret_key blob not null check (length(secret_key) = 32),
  created_at integer not null,
  retired_at integer,
  unique (organiser_id, kid)
) strict;
create unique index code_keys_current on code_keys (organiser_id) where retired_at is null;

alter table tickets add column code_issue integer not null default 1 check (code_issue >= 1);
create table ticket_reissues (
  ticket_id integer not null references tickets (id),
  issue integer not null,
  reissued_at integer not null,
  primary key (ticket_id, issue)
) strict, without rowid;

alter table entry_scans add column code_issue integer;
`;
