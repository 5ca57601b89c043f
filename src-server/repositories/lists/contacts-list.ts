import type { Contact } from '../../../shared/contract/resources.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Row } from '../../database/schema.ts';
import { formatOrNull } from './format.ts';
import type { ListSource } from './list-source.ts';

export type ContactRow = Row<'contacts'>;

export const contactsList: ListSource<ContactRow, Contact> = {
  table: 'contacts',
  columns: 't.*',
  joins: '',
  toResources: async (_tx, rows) => rows.map(contactResource),
};

export function contactResource(row: ContactRow): Contact {
  return {
    reference: row.reference,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    mobile: row.mobile,
    unsubscribed_at: formatOrNull(row.unsubscribed_at),
    is_erased: row.erased_at !== null,
    erased_at: formatOrNull(row.erased_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
