/**
 * What makes a handover a resale: which ticket was sold, by which one it was superseded, and for how much. It names no person, so
 * an erasure has nothing to take out of it. Shipped: never edited; a change is a new migration.
 */
export const ticketResalesMigration = `
create table ticket_resales (
  id integer primary key,
  seller_ticket_id integer not null references tickets (id),
  issued_ticket_id integer not null references tickets (id),
  price integer not null check (price >= 0),
  currency text not null check (length(currency) = 3),
  created_at integer not null,
  updated_at integer not null,
  check (seller_ticket_id <> issued_ticket_id)
) strict;
`;
