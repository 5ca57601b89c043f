import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { Database } from '../../database/database.ts';
import type { Download } from '../../domain/access/download-token.ts';
import { requireOrganiser } from '../../rules/require-row.ts';
import { listAuditPart } from '../../store/exports.ts';
import { timeCell, type Cell } from './cells.ts';
import type { Export } from './export.ts';
import { readParts } from './read-parts.ts';

const heading = [
  'at',
  'actor',
  'who',
  'address',
  'operation',
  'resource',
  'input',
  'timezone',
  'amount',
  'currency',
];

const ZONE = 'UTC';

/** Who did what for an organiser, of that what was chosen. Throws `resource.not_found`. */
export async function exportAudit(
  database: Pick<Database, 'read'>,
  organiser: string,
  { from, until, search }: NonNullable<Download['chosen']> = {},
): Promise<Export> {
  const { id: organiserId } = await database.read((tx) => requireOrganiser(tx, organiser));
  const chosen = { organiserId, from: instantOf(from), until: instantOf(until), search };
  const pages = readParts(
    database,
    (tx, part) => listAuditPart(tx, chosen, part),
    (entries) =>
      entries.map(({ at, actor, who, address, operation, resource, input, currency }) => {
        const done = [actor, who, address, operation, resource, input];
        return {
          cells: [timeCell(at, ZONE), ...done, ZONE, ...amountCells(input, currency)],
          json: null,
        };
      }),
  );
  return { heading, pages };
}

function instantOf(micros: number | undefined): Instant | undefined {
  return micros === undefined ? undefined : instantFromMicros(micros);
}

/** What an input says of money, in minor units. */
const Paid = Compile(
  Type.Object({
    amount: Type.Optional(Type.Integer()),
    price: Type.Optional(Type.Integer()),
    currency: Type.Optional(Type.String()),
  }),
);

/** As people write it; none where nobody said in which currency. */
function amountCells(input: string, ofResource: string | null): readonly [Cell, Cell] {
  const given: unknown = JSON.parse(input);
  const paid = Paid.Check(given) ? given : {};
  const minor = paid.amount ?? paid.price;
  const currency = paid.currency ?? ofResource;
  if (minor === undefined || currency === null) return [null, null];
  return [{ minor, currency }, currency];
}
