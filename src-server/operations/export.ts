import { Type } from 'typebox';
import { delimiters, type Delimiter } from '../../shared/csv-row.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { sealDownload, type Download } from '../domain/access/download-token.ts';
import { invalidTransition } from '../rules/domain-error.ts';
import { requireEvent, requireOrganiser } from '../rules/require-row.ts';
import { auditFilters, auditSearch } from './audit.ts';
import { choice, event, optional, search, text } from './definition/inputs.ts';
import { defineOperation, type Actor } from './definition/operation.ts';

/** Each makes the one-time address of a file. The command line writes files itself. */

const organiser = text('ORG', 'whose');
const delimiter = optional(choice('CHAR', 'what separates cells', delimiters), 'commas');
const ofEvent = { event: event('of which event'), delimiter };

export const exportTickets = defineOperation({
  name: 'export.tickets',
  summary: 'A file of the tickets of an event, with codes and holders',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object(ofEvent),
  run: (tx, input, _, actor) => begin(tx, 'tickets', input, actor),
});

export const exportAttendance = defineOperation({
  name: 'export.attendance',
  summary: 'A file of the tickets of an event, with when and where each was admitted',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object(ofEvent),
  run: (tx, input, _, actor) => begin(tx, 'attendance', input, actor),
});

export const exportOrders = defineOperation({
  name: 'export.orders',
  summary: 'A file of the orders of an organiser, or of one event',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object({
    organiser,
    event: optional(event('only those of this event')),
    delimiter,
  }),
  run: (tx, input, _, actor) => begin(tx, 'orders', input, actor),
});

export const exportContacts = defineOperation({
  name: 'export.contacts',
  summary: 'A file of the people of an organiser',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object({ organiser, delimiter }),
  run: (tx, input, _, actor) => begin(tx, 'contacts', input, actor),
});

export const exportScans = defineOperation({
  name: 'export.scans',
  summary: 'A file of the scans of an event, which names nobody',
  role: 'viewer',
  isConsoleOnly: true,
  input: Type.Object(ofEvent),
  run: (tx, input, _, actor) => begin(tx, 'scans', input, actor),
});

export const exportAudit = defineOperation({
  name: 'export.audit',
  summary: 'A file of who did what: all, or what a search and a time leave',
  role: 'owner',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object({
    organiser,
    ...auditFilters,
    search: optional(search(auditSearch)),
    delimiter,
  }),
  run: (tx, { organiser: of, delimiter: separator, ...chosen }, _, actor) => {
    const written = separator === undefined ? {} : { delimiter: separator };
    return begin(tx, 'audit', { organiser: of, ...written, chosen }, actor);
  },
});

async function begin(
  tx: WriteTransaction,
  kind: Download['kind'],
  of: {
    readonly event?: string;
    readonly organiser?: string;
    readonly delimiter?: Delimiter;
    readonly chosen?: Download['chosen'];
  },
  actor: Actor,
) {
  if (actor.kind !== 'member') throw invalidTransition('Only the console makes such an address.');
  const row =
    of.event === undefined
      ? await requireOrganiser(tx, of.organiser ?? '')
      : await requireEvent(tx, of.event);
  const { token, expiresAt } = await sealDownload(tx, {
    kind,
    of: row.reference,
    session: { id: actor.session.id, created_at: actor.session.created_at },
    member: actor.name,
    ...(of.delimiter !== undefined && { delimiter: of.delimiter }),
    ...(of.chosen !== undefined && { chosen: of.chosen }),
  });
  return { path: `/console/download/${token}`, expires_at: formatInstant(expiresAt) };
}
