import type { EntryScan, Ticket } from '../../shared/contract/resources.ts';
import { instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import type { CodeKeyRow } from '../repositories/code-keys.ts';
import { findEvent, type EventRow } from '../repositories/events.ts';
import { listTicketKeys } from '../repositories/tickets.ts';
import { currentCodeKey } from '../services/code-keys.ts';
import { found } from '../services/domain-error.ts';
import { isVoid } from '../services/tickets/current-ticket.ts';
import { signTicketCode } from '../services/tickets/issue-code.ts';
import { readChangedPage, type ChangedPlace } from './rows.ts';
import { scansOf } from './scans.ts';
import { readTickets } from './tickets.ts';

/** What happened at an event, whole, for other programs. */

const PAGE_ROWS = 500;
const beginning = instantFromMicros(Number.MIN_SAFE_INTEGER);

/** What `code` of an exported ticket is. */
export const exportedCodes = ['signed', 'reference'] as const;
export type ExportedCodes = (typeof exportedCodes)[number];

/**
 * Every ticket of an event that was not superseded, oldest first, in pages that are each a read of their own. `code` is null where a
 * ticket has none: it is cancelled or refunded, or (`code_missing`) its limits do not fit into a signed one.
 * Throws `resource.not_found`.
 */
export async function* exportTickets(
  database: Pick<Database, 'read' | 'write'>,
  reference: string,
  codes: ExportedCodes,
): AsyncGenerator<readonly ExportedTicket[]> {
  const { event, key } = await database.write(async (tx) => {
    const row = found(await findEvent(tx, reference), 'event', reference);
    return { event: row, key: await currentCodeKey(tx, row.organiser_id) };
  });
  let after = 0;
  for (;;) {
    const { keys, tickets } = await database.read((tx) => readTicketPage(tx, event, after));
    const last = keys.at(-1);
    if (last === undefined) return;
    yield await Promise.all(
      tickets.map((ticket) =>
        codes === 'signed' ? withSignedCode(ticket, event, key) : withReference(ticket),
      ),
    );
    after = last.id;
  }
}

export interface ExportedTicket {
  readonly ticket: Ticket;
  readonly code_missing: boolean;
}

async function readTicketPage(tx: ReadTransaction, event: EventRow, after: number) {
  const keys = await listTicketKeys(tx, { eventId: event.id, after, limit: PAGE_ROWS });
  return {
    keys,
    tickets: await readTickets(
      tx,
      keys.map(({ id }) => id),
    ),
  };
}

async function withSignedCode(
  ticket: Ticket,
  event: EventRow,
  key: CodeKeyRow,
): Promise<ExportedTicket> {
  if (isVoid(ticket.status)) return withReference(ticket);
  const code = await signTicketCode(ticket, event.reference, key);
  return { ticket: { ...ticket, code }, code_missing: code === null };
}

async function withReference(ticket: Ticket): Promise<ExportedTicket> {
  const code = isVoid(ticket.status) ? null : ticket.code;
  return { ticket: { ...ticket, code }, code_missing: false };
}

interface Walk {
  readonly event: EventRow;
  readonly upperBound: Instant;
  readonly from: ChangedPlace | null;
}

/**
 * Every scan of an event that had landed when the walk began, oldest first, in pages. Each page is a read of its own, so that an
 * export of any length holds no snapshot open; scans never change, so the pages fit together all the same.
 * Throws `resource.not_found`.
 */
export async function* exportScans(
  database: Pick<Database, 'read' | 'readBounded'>,
  reference: string,
): AsyncGenerator<readonly EntryScan[]> {
  let walk: Walk | null = await database.readBounded(async (tx, bound) => {
    const event = found(await findEvent(tx, reference), 'event', reference);
    return { event, upperBound: bound, from: null };
  });
  while (walk !== null) {
    const current: Walk = walk;
    const page = await database.read((tx) => readScanPage(tx, current));
    if (page.scans.length > 0) yield page.scans;
    walk = page.next;
  }
}

async function readScanPage(
  tx: ReadTransaction,
  walk: Walk,
): Promise<{ readonly scans: readonly EntryScan[]; readonly next: Walk | null }> {
  const { event, upperBound, from } = walk;
  const range = { since: beginning, upperBound, perPage: PAGE_ROWS, from };
  const { resources, last, hasMore } = await readChangedPage(tx, scansOf(event), range);
  if (!hasMore || last === null) return { scans: resources, next: null };
  return { scans: resources, next: { ...walk, from: { direction: 'next', ...last } } };
}
