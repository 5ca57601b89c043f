import { assertNever } from '../../../shared/assert-never.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Database } from '../../database/database.ts';
import type { Download } from '../../domain/access/download-token.ts';
import { findEvent } from '../../store/events.ts';
import { exportAttendance } from './attendance-export.ts';
import { exportAudit } from './audit-export.ts';
import { exportContacts } from './contact-export.ts';
import type { Export } from './export.ts';
import { codedTickets } from './coded-tickets.ts';
import { exportOrders } from './order-export.ts';
import { exportScans } from './scan-export.ts';
import { ticketExport } from './ticket-export.ts';

type Source = Pick<Database, 'read' | 'write' | 'readBounded'>;

/** What a one-time address in the console stands for. Throws `resource.not_found`. */
export function openExport(
  database: Source,
  { kind, of, chosen }: Pick<Download, 'kind' | 'of' | 'chosen'>,
): Promise<Export> {
  switch (kind) {
    case 'tickets':
      return exportAllTickets(database, of);
    case 'scans':
      return exportScans(database, of);
    case 'orders':
      return exportOrders(database, of.startsWith('evt_') ? { event: of } : { organiser: of });
    case 'contacts':
      return exportContacts(database, of);
    case 'attendance':
      return exportAttendance(database, of);
    case 'audit':
      return exportAudit(database, of, chosen);
    default:
      return assertNever(kind);
  }
}

function exportAllTickets(database: Source, event: string): Promise<Export> {
  return ticketExport(database, { event }, codedTickets(database, { event }, 'signed'), true);
}

/** What its file is called. */
export function nameExport(database: Source, { kind, of }: Download): Promise<string> {
  return database.read(async (tx) => {
    const event = await findEvent(tx, of);
    const day = formatInstant(tx.now).slice(0, 10);
    return [kind, ...(event === undefined ? [] : [event.slug]), day].join('-');
  });
}
