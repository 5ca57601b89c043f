import { sql } from 'kysely';
import { soldCodeKey } from '../../../shared/ticket-code/sold-code.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { begins, findPeople } from './find-people.ts';
import { seatKey } from './name-words.ts';
import { FEW, isAmong, rowsWhere, type Condition, type Few } from './read-list.ts';

/** Whose rows are sought. */
export interface Within {
  readonly organisers: readonly number[];
  readonly events: readonly number[];
}

/** What narrows a walk: few rows, or a condition that many meet. */
export interface Sought {
  readonly few?: Few;
  readonly where: readonly Condition[];
}

/** Orders by their buyer, reference, number at the shop, or a ticket's number or code there, or a seat. */
export async function seekOrders(
  tx: ReadTransaction,
  within: Within,
  text: string,
): Promise<Sought> {
  const named = await rowsWhere(tx, 'orders', isReferred(['ord'], text));
  const shop = await rowsWhere(tx, 'orders', hasExternalId(within, text));
  const sold = await rowsWhere(tx, 'tickets', hasExternalId(within, text), 'k.order_id');
  const coded = await rowsWhere(tx, 'tickets', hasCode(within, text), 'k.order_id');
  const seated = await rowsWhere(tx, 'tickets', isSeat(within, text), 'k.order_id');
  const ids = [named, shop, sold, coded].flatMap((few) => few.ids.filter((id) => id !== null));
  const isSeated = sql<boolean>`exists (select 1 from tickets as s where s.order_id = k.id and ${isSeat(within, text, 's')})`;
  return seekTheirs(tx, 'orders', { within, text, ids, seated, isSeated });
}

/** Tickets by their holder, reference, order's reference, number or code at the shop, order's number there, or seat. `as` is what conditions call the table. */
export async function seekTickets(
  tx: ReadTransaction,
  within: Within,
  text: string,
  as = 'k',
): Promise<Sought> {
  const named = await rowsWhere(tx, 'tickets', isReferred(['tkt'], text));
  const orders = await rowsWhere(tx, 'orders', isReferred(['ord'], text));
  const shop = await rowsWhere(tx, 'orders', hasExternalId(within, text));
  const ordered = await rowsWhere(
    tx,
    'tickets',
    isAmong('k.order_id', [...orders.ids, ...shop.ids]),
  );
  const sold = await rowsWhere(tx, 'tickets', hasExternalId(within, text));
  const coded = await rowsWhere(tx, 'tickets', hasCode(within, text));
  const seated = await rowsWhere(tx, 'tickets', isSeat(within, text));
  const ids = [named, ordered, sold, coded].flatMap((few) => few.ids);
  const isSeated = isSeat(within, text, as);
  return seekTheirs(tx, 'tickets', { within, text, ids, seated, isSeated, as });
}

/** Scans, conflicts or releases by their reference, or by whatever finds their ticket. */
export async function seekOfTickets(
  tx: ReadTransaction,
  table: 'entry_scans' | 'conflicts' | 'releases',
  within: Within,
  text: string,
): Promise<Sought> {
  const named = await rowsWhere(tx, table, isReferred(['scn', 'cfl', 'rel'], text));
  const tickets = await seekTickets(tx, within, text, 't');
  if (tickets.few !== undefined) {
    const theirs = await rowsWhere(tx, table, isAmong('k.ticket_id', tickets.few.ids));
    return { few: united([named.ids, theirs.ids], tickets.few.isCut || theirs.isCut), where: [] };
  }
  const isTheirs = sql.join(tickets.where, sql` and `);
  return {
    where: [sql`exists (select 1 from tickets as t where t.id = k.ticket_id and ${isTheirs})`],
  };
}

/** Those with an id or a seat, and those of people who are found. */
async function seekTheirs(
  tx: ReadTransaction,
  table: 'orders' | 'tickets',
  {
    within,
    text,
    ids,
    seated,
    isSeated,
    as = 'k',
  }: {
    readonly within: Within;
    readonly text: string;
    readonly ids: readonly number[];
    readonly seated: Few;
    readonly isSeated: Condition;
    readonly as?: string;
  },
): Promise<Sought> {
  const { few, has } = await findPeople(tx, within.organisers, text);
  if (few !== undefined) {
    const theirs = await rowsWhere(tx, table, isAmong('k.contact_id', few.ids));
    // Few people may have bought much.
    if (!theirs.isCut) {
      const found = [ids, seated.ids.filter((id) => id !== null), theirs.ids];
      return { few: united(found, few.isCut || seated.isCut), where: [] };
    }
  }
  const ways = seated.isCut
    ? [isAmong(`${as}.id`, ids), isSeated]
    : [isAmong(`${as}.id`, [...ids, ...seated.ids.filter((id) => id !== null)])];
  return { where: [sql`(${sql.join([has(`${as}.contact_id`), ...ways], sql` or `)})`] };
}

function united(found: readonly (readonly number[])[], isCut: boolean): Few {
  const ids = [...new Set(found.flat())];
  return { ids: ids.slice(0, FEW), isCut: isCut || ids.length > FEW };
}

/** So much of a reference is needed to find by it. */
const SHORTEST = 8;

/** Whether a reference with one of the prefixes begins with the text, which may lack the prefix. */
function isReferred(prefixes: readonly string[], text: string): Condition {
  const word = text.trim().toLowerCase();
  const asked = prefixes.filter((prefix) => !word.includes('_') || word.startsWith(`${prefix}_`));
  const ways = asked.map((prefix) => (word.startsWith(`${prefix}_`) ? word : `${prefix}_${word}`));
  const long = ways.filter((way) => /^[a-z]+_[0-9a-z]+$/.test(way) && way.length >= SHORTEST + 4);
  if (long.length === 0) return sql`1 = 0`;
  return sql`(${sql.join(
    long.map((way) => begins('k.reference', way)),
    sql` or `,
  )})`;
}

/** Of an order or a ticket: its number in the shop that sold it. */
function hasExternalId({ events }: Within, text: string): Condition {
  return sql`${isAmong('k.event_id', events)} and k.external_id = ${text.trim()} and k.external_id is not null`;
}

/** Of a ticket: the code under which it was sold elsewhere, in any letter case. */
function hasCode({ events }: Within, text: string): Condition {
  return sql`${isAmong('k.event_id', events)} and k.code_key = ${soldCodeKey(text)} and k.code_key is not null`;
}

/** Whether the seat is the one that the text names, or begins with it. */
function isSeat({ events }: Within, text: string, as = 'k'): Condition {
  const key = seatKey(text);
  if (key === null) return sql`1 = 0`;
  const seat = sql.ref(`${as}.seat_key`);
  // Parts are separated by spaces, and no sign is between a space and `!`.
  return sql`(${isAmong(`${as}.event_id`, events)} and ${seat} is not null and ${seat} >= ${key} and ${seat} < ${`${key}!`})`;
}
