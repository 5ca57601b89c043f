import type { Database } from '../../database/database.ts';
import { requireOrganiser } from '../../rules/require-row.ts';
import { countRows, listContactPart } from '../../store/exports.ts';
import { timeCell } from './cells.ts';
import type { Export } from './export.ts';
import { readParts } from './read-parts.ts';

const heading = [
  'reference',
  'email',
  'first_name',
  'last_name',
  'mobile',
  'unsubscribed_at',
  'created_at',
  'updated_at',
  'timezone',
];

/** People of several events have no zone of their own. */
const ZONE = 'UTC';

/** The people of an organiser, without those who were erased. Throws `resource.not_found`. */
export async function exportContacts(
  database: Pick<Database, 'read'>,
  organiser: string,
): Promise<Export> {
  const { id } = await database.read((tx) => requireOrganiser(tx, organiser));
  const pages = readParts(
    database,
    (tx, part) => listContactPart(tx, id, part),
    (contacts) =>
      contacts.map((contact) => ({
        cells: [
          contact.reference,
          contact.email,
          contact.first_name,
          contact.last_name,
          contact.mobile,
          timeCell(contact.unsubscribed_at, ZONE),
          timeCell(contact.created_at, ZONE),
          timeCell(contact.updated_at, ZONE),
          ZONE,
        ],
        json: null,
      })),
  );
  return { heading, pages, count: () => database.read((tx) => countRows.contacts(tx, id)) };
}
