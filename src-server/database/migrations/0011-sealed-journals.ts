/**
 * Journals that are handed in as files: each organiser's keys (one signs the server's statements, one opens files sealed for it), and the keys that
 * stations sign with. Shipped: never edited; a change is a new migration.
 */
export const sealedJournalsMigration = `
create table organiser_keys (
  organiser_id integer primary key references organisers (id),
  statement_public blob not null check (length(statement_public) = 32),
  statement_secret blob not null check (length(statement_secret) = 32),
  sealing_public blob not null check (length(sealing_public) = 32),
  sealing_secret blob not null check (length(sealing_secret) = 32),
  created_at integer not null
) strict;

create table station_keys (
  client_id integer not null references clients (id),
  public_key blob not null check (length(public_key) = 32),
  last_seen_at integer not null,
  primary key (client_id, public_key)
) strict, without rowid;
`;
