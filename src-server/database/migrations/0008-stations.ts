/**
 * The last heartbeat of each station, and the order in which add-on lines are listed. Shipped: never edited; a change is a new
 * migration.
 */
export const stationsMigration = `
create table stations (
  client_id integer primary key references clients (id),
  heartbeat text not null,
  received_at integer not null
) strict;
create index add_on_lines_newest on order_lines (event_id, created_at, reference) where kind = 'add_on';
create index add_on_lines_changed on order_lines (event_id, updated_at, reference) where kind = 'add_on';
create index conflicts_newest on conflicts (event_id, created_at, reference);
`;
