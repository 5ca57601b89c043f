import { open, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createWriteStream, lstatSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeCsvRow } from '../../../../shared/csv-row.ts';
import type { Database } from '../../../database/database.ts';
import { checkInPolicies, namings } from '../../../imports/columns/import-options.ts';
import { importFields, readColumnChoice } from '../../../imports/columns/import-fields.ts';
import { ImportError } from '../../../imports/file/import-error.ts';
import { fileSource } from '../../../imports/file/import-source.ts';
import type { ImportReport } from '../../../imports/import-report.ts';
import type { PreparedImport } from '../../../imports/import-tickets.ts';
import { importOptionsOf, orderImport } from '../../../operations/import.ts';
import { invalid } from '../../../rules/domain-error.ts';
import { findImport } from '../../../store/imports.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Given } from '../../definition/define-command.ts';
import { Progress } from '../../definition/progress.ts';
import type { Terminal } from '../../definition/terminal.ts';
import { performAs } from '../../definition/operation-command.ts';
import { renderImport, type Imported } from '../../render/render-import.ts';
import { ValueError } from '../../flags/usage-error.ts';
import {
  choiceFlag,
  eventReference,
  listFlag,
  optionalFlag,
  orElse,
  textFlag,
  withDefault,
  yes,
} from '../../flags/flags.ts';

const columns = listFlag(
  'COLUMN=FIELD',
  'what a column is, if its heading does not say it, or what a status means, as in "Umgebucht=status:valid"; separated by commas',
);

const importFlags = {
  event: eventReference('what the tickets are for'),
  map: optionalFlag({
    ...columns,
    read: (given, readLocal) => checkMap(columns.read(given, readLocal)),
  }),
  ignore: optionalFlag(
    listFlag('COLUMNS', 'columns from which nothing is read, separated by commas'),
  ),
  delimiter: withDefault(
    optionalFlag(choiceFlag('CHAR', 'what separates cells', [',', ';', 'tab'])),
    'what the heading shows',
  ),
  update: yes(
    'change tickets of which the file says something else now, and restore those that it says are valid again',
  ),
  names: orElse(
    choiceFlag(
      'WHOSE',
      'the name of a person whom lines name differently (keep: the one they have here; first, last: that of the first or last line)',
      namings,
    ),
    'keep',
  ),
  checkedIn: orElse(
    choiceFlag(
      'WHAT',
      'what becomes of tickets that were checked in elsewhere (ignore: they are valid; admit: they count as admitted; refuse: the file is refused)',
      checkInPolicies,
    ),
    'ignore',
  ),
  dryRun: yes('say what the import would do, and keep nothing'),
  report: optionalFlag(textFlag('FILE', 'write what became of each line into a CSV file')),
} as const;

function checkMap(parts: readonly string[]): readonly string[] {
  try {
    readColumnChoice(parts, []);
    return parts;
  } catch (error) {
    throw error instanceof RangeError ? new ValueError(error.message) : error;
  }
}

export const command = defineDatabaseCommand(
  {
    name: 'import',
    summary:
      'Import tickets that were sold elsewhere from a CSV file: all lines of it, or none; the same file again brings only what has changed',
    operands: ['FILE.csv'],
    flags: importFlags,
    examples: [
      'import attendees.csv --event winter-gala --dry-run',
      'import attendees.csv --event winter-gala --map "Kartenart=ticket_type" --ignore "Refund policy"',
    ],
    notes: [
      `Fields: ${importFields.join(', ')}, add_on:NAME, answer:KEY. Headings of Eventbrite, Tito, pretix, Ticket Tailor, WooCommerce, Weezevent and spreadsheets are recognised in English, German, French and Spanish.`,
    ],
  },
  { work: importFile, render: renderImport },
);

/** Throws an `ImportError` with every problem of the file; nothing was imported then. */
async function importFile(
  database: Database,
  { values, operands: [file = ''] }: Given<typeof importFlags>,
  terminal: Terminal,
): Promise<Imported> {
  const { event, dryRun: dry_run, report: reportFile, checkedIn, delimiter, ...given } = values;
  const path = resolve(file);
  if ((await stat(path).catch(() => null))?.isFile() !== true)
    throw invalid('file', `There is no file ${path}.`);
  if (reportFile !== undefined) await checkReport(reportFile, path);
  const choices = {
    ...(given.map !== undefined && { map: given.map }),
    ...(given.ignore !== undefined && { ignore: given.ignore }),
    ...(delimiter !== undefined && {
      delimiter: delimiter === 'tab' ? ('\t' as const) : delimiter,
    }),
    update: given.update,
    names: given.names,
    checked_in: checkedIn,
  };
  const source = fileSource(path, basename(path));
  // Imported lazily, so that other commands start faster.
  const { prepareImport } = await import('../../../imports/import-tickets.ts');
  const options = importOptionsOf(choices);
  using progress = new Progress(terminal);
  // What is left is only said of the last step.
  using prepared = await prepareImport(database, event, source, options, ({ step, lines, of }) =>
    progress.report({ done: lines, total: dry_run ? of : null, what: `lines ${step}` }),
  );
  const { report } = prepared;
  if (report.problem_count > 0) {
    await writeOutcomes(prepared, reportFile);
    throw new ImportError(report.problems, event);
  }
  const done = dry_run ? report : await apply(database, prepared, { event, choices, progress });
  await writeOutcomes(prepared, reportFile);
  const { problems: _problems, problem_count: _count, ...said } = done;
  return { dry_run, names: given.names, ...said };
}

async function apply(
  database: Database,
  prepared: PreparedImport,
  {
    event,
    choices,
    progress,
  }: {
    readonly event: string;
    readonly choices: object;
    readonly progress: Progress;
  },
): Promise<ImportReport> {
  const { file, lines } = prepared.report;
  const { reference } = await performAs(database, orderImport, { event, file, lines, ...choices });
  const started = await database.read((tx) => findImport(tx, reference));
  if (started === undefined) throw new Error('expected the import that was begun');
  return prepared.apply(started, (done) =>
    progress.report({ done, total: lines, what: 'lines imported' }),
  );
}

/** Before anything is imported: it must be possible to write it, and not over the file of the shop. */
async function checkReport(file: string, imported: string): Promise<void> {
  const path = resolve(file);
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  const report = await open(path, 'a', 0o600);
  try {
    const [one, other] = [await report.stat(), await stat(imported)];
    if (one.ino === other.ino && one.dev === other.dev)
      throw invalid('report', '--report names the file that is imported; name another one.');
  } finally {
    await report.close();
    // A file that cannot be read, and has no lines to tell of, leaves no report.
    if (isNew) await rm(path);
  }
}

const reportHeading = ['line', 'result', 'why', 'order', 'ticket'];

async function writeOutcomes(prepared: PreparedImport, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const rows = function* () {
    yield `\ufeff${writeCsvRow(reportHeading)}\r\n`;
    for (const { line, result, why, order, ticket } of prepared.outcomes())
      yield `${writeCsvRow([String(line), result, why, order, ticket])}\r\n`;
  };
  await pipeline(Readable.from(rows()), createWriteStream(resolve(file), { mode: 0o600 }));
}
