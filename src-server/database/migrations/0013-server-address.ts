/** Where the server was last reached, for enrolment codes. Shipped: never edited; a change is a new migration. */
export const serverAddressMigration = `
create table server_address (
  id integer primary key check (id = 1),
  url text not null,
  certificate text
) strict;
`;
