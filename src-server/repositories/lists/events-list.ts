import type { Event } from '../../../shared/contract/resources.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import { formatOrNull } from './format.ts';
import type { ListSource } from './list-source.ts';

export type EventRow = Row<'events'>;

export const eventsList: ListSource<EventRow, Event> = {
  table: 'events',
  columns: 't.*',
  joins: '',
  toResources: async (_tx, rows) => rows.map(eventResource),
};

export function eventResource(row: EventRow): Event {
  return {
    reference: row.reference,
    slug: row.slug,
    name: row.name,
    status: row.status,
    starts_at: formatOrNull(row.starts_at),
    ends_at: formatOrNull(row.ends_at),
    timezone: row.timezone,
    currency: row.currency,
    updated_at: formatInstant(row.updated_at),
    deleted_at: formatOrNull(row.deleted_at),
  };
}
