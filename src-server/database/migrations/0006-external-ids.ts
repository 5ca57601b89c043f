/**
 * The id of an imported order in its source system, so that importing it again finds it. Orders imported earlier have none. Shipped: never edited; a
 * change is a new migration.
 */
export const externalIdsMigration = `
alter table orders add column external_id text;
create unique index orders_by_external_id on orders (event_id, external_id) where external_id is not null;
`;
