import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../../../database/database.ts';
import { importJournal, type ImportedJournal } from '../../../domain/scans/import-journal.ts';
import { CliError } from '../../definition/cli-error.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import { defineOtherProgram, type Command, type Given } from '../../definition/define-command.ts';
import { textFlag, yes } from '../../flags/flags.ts';
import { printable } from '../../render/printable.ts';

const journalImportFlags = {
  late: yes('accept it even though the station was revoked more than a day ago'),
  unknownKey: yes(
    'accept it even though the station has never shown this server the key that signed it',
  ),
} as const;

const data = textFlag('DIR', "the station's data folder");
const sealed = yes('encrypted for the server alone, for "journal import" there');

export const commands: readonly Command[] = [
  defineOtherProgram({
    name: 'verify',
    summary:
      'Check that no row of the journal is missing or was changed; runs where the station is',
    operands: [],
    flags: { data, json: yes('print only JSON') },
    examples: ['journal verify --data ~/.local/share/gatehouse'],
  }),
  defineOtherProgram({
    name: 'export',
    summary: 'Write every row of the journal as NDJSON; runs where the station is',
    operands: [],
    flags: { data, sealed },
    examples: ['journal export --data ~/.local/share/gatehouse --sealed > north-gate.sealed'],
  }),
  defineDatabaseCommand(
    {
      name: 'import',
      summary:
        'Import the sealed journal of a station that was revoked or died, as if the station had sent it; importing it again changes nothing',
      operands: ['FILE'],
      flags: journalImportFlags,
      examples: ['journal import north-gate.sealed'],
    },
    { work: importSealed, render: renderImport },
  ),
];

async function importSealed(
  database: Database,
  { operands: [operand = ''], values: { late, unknownKey } }: Given<typeof journalImportFlags>,
) {
  const file = resolve(operand);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CliError('file.missing', `There is no file ${file}.`);
  }
  const trust = { acceptsLate: late, acceptsUnknownKey: unknownKey };
  const imported = await importJournal(database, file, trust);
  // A station that has worked for several organisers of this server has a section for each.
  const [only, ...more] = imported;
  return only !== undefined && more.length === 0 ? only : imported;
}

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
