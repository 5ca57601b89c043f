/**
 * What an imported order is called where it comes from, so that importing it again finds it. Orders that were imported before have
 * none. Shipped: never edited; a change is a new migration.
 */
export const externalIdsMigration = `
alter table orders add column external_id text;
create unique index orders_by_external_id on orders (event_id, external_id) where external_id is not null;
`;
