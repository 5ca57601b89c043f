/**
 * Resales: which ticket was sold, which one superseded it, and the price. They contain no personal data, so an erasure does not affect them. Shipped:
 * never edited; a change is a new migration.
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
