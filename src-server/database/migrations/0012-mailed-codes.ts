/** Which code of a ticket was mailed, and to which address. Shipped: never edited; a change is a new migration. */
export const mailedCodesMigration = `
create table mailed_codes (
  ticket_id integer primary key references tickets (id),
  issue integer not null,
  contact_id integer not null references contacts (id),
  mailed_at integer not null
) strict;
`;
