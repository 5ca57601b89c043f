import type { Database } from '../../database/database.ts';
import { requireOrganiser } from '../../rules/require-row.ts';
import { listAuditPart } from '../../store/exports.ts';
import { timeCell } from './cells.ts';
import type { Export } from './export.ts';
import { readParts } from './read-parts.ts';

const heading = ['at', 'actor', 'who', 'address', 'operation', 'resource', 'input', 'timezone'];

const ZONE = 'UTC';

/** Who did what for an organiser. Throws `resource.not_found`. */
export async function exportAudit(
  database: Pick<Database, 'read'>,
  organiser: string,
): Promise<Export> {
  const { id } = await database.read((tx) => requireOrganiser(tx, organiser));
  const pages = readParts(
    database,
    (tx, part) => listAuditPart(tx, id, part),
    (entries) =>
      entries.map(({ at, actor, who, address, operation, resource, input }) => ({
        cells: [timeCell(at, ZONE), actor, who ?? '', address, operation, resource, input, ZONE],
        json: null,
      })),
  );
  return { heading, pages };
}
