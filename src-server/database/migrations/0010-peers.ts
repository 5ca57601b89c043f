/**
 * Stations that exchange admissions: the switch of an event, the keys that authenticate their messages, and which denials are based on such a
 * message. Shipped: never edited; a change is a new migration.
 */
export const peersMigration = `
alter table events add column peers integer not null default 0 check (peers in (0, 1));
create table venue_keys (
  id integer primary key,
  event_id integer not null references events (id),
  value blob not null check (length(value) = 32),
  created_at integer not null
) strict;
create index venue_keys_event on venue_keys (event_id, id);

alter table entry_scans add column admission_source text check (admission_source in ('peer'));
`;
