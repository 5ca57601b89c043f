import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../../database/database.ts';
import {
  importJournal,
  type ImportedJournal,
} from '../../domain/sealed-journals/import-journal.ts';
import { CliError } from '../cli-error.ts';
import type { journalImportFlags } from '../commands/journal.ts';
import type { Given } from '../define-command.ts';
import { printable } from '../printable.ts';

export const importSealed = {
  work: async (
    database: Database,
    { operands: [operand = ''], values: { late, unknownKey } }: Given<typeof journalImportFlags>,
  ) => {
    const file = resolve(operand);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      throw new CliError('file.missing', `There is no file ${file}.`);
    }
    const trust = { isLateTaken: late, isKeyTaken: unknownKey };
    const imported = await importJournal(database, file, trust);
    // A station that has worked for several organisers of this server has a section for each.
    const [only, ...more] = imported;
    return only !== undefined && more.length === 0 ? only : imported;
  },
  render: renderImport,
};

function renderImport(imported: ImportedJournal | readonly ImportedJournal[]): string {
  return [imported].flat().map(renderSection).join('\n\n');
}

function renderSection(imported: ImportedJournal): string {
  const { scans, redemptions, local, changed, missing } = imported;
  const handedOut = redemptions.recorded + redemptions.duplicate;
  const refused = Object.entries(imported.refused);
  const [first] = imported.refused_rows;
  return [
    `The journal of ${printable(imported.station)} (${imported.client_id}), made at ${imported.made_at}: ${imported.rows} rows.`,
    `Scans: ${scans.recorded} recorded, ${scans.duplicate} already known, ${scans.disputed} in conflict with other scans or the rules.`,
    ...(handedOut === 0
      ? []
      : [
          `Add-ons: ${redemptions.recorded} recorded, ${redemptions.duplicate} already known, ${redemptions.disputed} handed out beyond what was bought.`,
        ]),
    ...(local === 0 ? [] : [`Left out, because their codes name no ticket: ${local}.`]),
    ...(changed === 0
      ? []
      : [`Not taken, because they were changed or damaged after they were written: ${changed}.`]),
    ...(missing === 0 ? [] : [`Rows missing from the journal: ${missing}.`]),
    ...(refused.length === 0
      ? []
      : [`Not taken: ${refused.map(([code, count]) => `${count} (${code})`).join(', ')}.`]),
    ...(first === undefined ? [] : [`The first is number ${first.sequence}: ${first.message}`]),
    ...(imported.refused['ticket.unknown'] === undefined
      ? []
      : [
          `A ticket also counts as unknown if the station may no longer see its event: "gatehouse client events ${imported.client_id} all" gives it back, and the import can be repeated.`,
        ]),
  ].join('\n');
}
