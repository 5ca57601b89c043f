import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  importJournal,
  type ImportedJournal,
} from '../../services/sealed-journals/import-journal.ts';
import { CommandError } from '../command-error.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { yes } from '../flags.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

/** `verify` and `export` are a station's: `bin/gatehouse.js` starts another program for them. */
export function addJournalCommands(program: Command, terminal: Terminal): void {
  const journal = program
    .command('journal')
    .description('Journals of stations; "verify" and "export" run where the station is');
  defineDatabaseCommand(
    journal,
    terminal,
    {
      name: 'import',
      summary:
        'Import the sealed journal of a station that was revoked or died, as if the station had sent it; importing it again changes nothing',
      operands: ['FILE'],
      flags: {
        late: yes('accept it even though the station was revoked more than a day ago'),
        unknownKey: yes(
          'accept it even though the station has never shown this server the key that signed it',
        ),
      },
      render: renderImport,
    },
    async (database, { operands: [operand = ''], values: { late, unknownKey } }) => {
      const file = resolve(operand);
      if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
        throw new CommandError('file.missing', `There is no file ${file}.`);
      }
      const trust = { isLateTaken: late, isKeyTaken: unknownKey };
      const imported = await importJournal(database, file, trust);
      // A station that has worked for several organisers of this server brings something of each.
      const [only, ...more] = imported;
      return only !== undefined && more.length === 0 ? only : imported;
    },
  );
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
