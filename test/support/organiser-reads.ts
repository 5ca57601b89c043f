import { sql } from 'kysely';
import type { AddOnRow } from '../../src-server/store/add-ons.ts';
import { getAddOn } from '../../src-server/store/add-ons.ts';
import type { OrderRow } from '../../src-server/store/orders.ts';
import { getTicketType, type TicketTypeRow } from '../../src-server/store/ticket-types.ts';
import { findTicket, listOrderTickets, type TicketRow } from '../../src-server/store/tickets.ts';
import type { OrganiserFixture } from './organiser-fixture.ts';

export async function soldOf({ database }: OrganiserFixture, type: TicketTypeRow): Promise<number> {
  return (await database.read((tx) => getTicketType(tx, type.id))).sold;
}

export function addOnOf({ database }: OrganiserFixture, addOn: AddOnRow): Promise<AddOnRow> {
  return database.read((tx) => getAddOn(tx, addOn.id));
}

export async function statusesOf(
  { database }: OrganiserFixture,
  order: OrderRow,
): Promise<string[]> {
  const tickets = await database.read((tx) => listOrderTickets(tx, order.id));
  return tickets.map((ticket) => ticket.status);
}

export async function ticketOf(
  { database }: OrganiserFixture,
  reference: string,
): Promise<TicketRow> {
  const ticket = await database.read((tx) => findTicket(tx, reference));
  if (ticket === undefined) throw new Error(`expected a ticket ${reference}`);
  return ticket;
}

/** Names of the emitted events, oldest first. */
export function namesOf({ told }: OrganiserFixture): string[] {
  return told.map((event) => event.name);
}

/** Names of the tables in which a row contains a match. */
export function tablesSaying({ database }: OrganiserFixture, what: RegExp): Promise<string[]> {
  return database.read(async (tx) => {
    const tables = await tx.db.introspection.getTables();
    const saying: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(tx.db);
      if (what.test(JSON.stringify(rows))) saying.push(name);
    }
    return saying;
  });
}
