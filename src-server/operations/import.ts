import { Type } from 'typebox';
import { formatInstant } from '../../shared/instant.ts';
import type { Database } from '../database/database.ts';
import { isDiskFull } from '../database/database-error.ts';
import { checkInPolicies, namings, type ImportOptions } from '../imports/columns/import-options.ts';
import { readColumnChoice, type ColumnChoice } from '../imports/columns/import-fields.ts';
import { undoImport } from '../imports/apply/undo-import.ts';
import { describeColumns } from '../imports/describe-columns.ts';
import { ImportError } from '../imports/file/import-error.ts';
import { bytesSource } from '../imports/file/import-source.ts';
import { delimiters } from '../../shared/csv-row.ts';
import { problem } from '../../shared/console/problems.ts';
import type { PreparedImport } from '../imports/import-tickets.ts';
import { noCounts } from '../imports/plan/import-counts.ts';
import { unreadReport, type ImportReport } from '../imports/import-report.ts';
import { invalid, invalidTransition } from '../rules/domain-error.ts';
import { requireEvent, requireImport, requireOrganiser } from '../rules/require-row.ts';
import { getEvent } from '../store/events.ts';
import {
  findAdmittedTicket,
  findOrderHandedOut,
  IMPORT_SILENT_MICROS,
  insertImport,
  listImports,
  updateImport,
  type ImportRow,
} from '../store/imports.ts';
import { walkImports } from '../store/lists/walk-small.ts';
import {
  choice,
  either,
  event,
  list,
  optional,
  personal,
  text,
  whole,
} from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView, NothingDone } from './definition/operation.ts';
import { idOf, inOrder, rowOf } from './definition/reading.ts';

const content = personal(text('BASE64', 'the file, its bytes in base64'));
const delimiter = optional(
  choice('CHAR', 'what separates cells', delimiters),
  'what the heading shows',
);
const map = optional(
  list('COLUMNS', 'what columns are, as in "Their name=ticket_type"'),
  'what their headings say',
);
const ignore = optional(list('COLUMNS', 'columns from which nothing is read'), 'none');

const choices = {
  map,
  ignore,
  delimiter,
  update: optional(
    either(
      'YES',
      'change tickets of which the file says something else now, and restore those that it says are valid again',
      ['yes', 'no'],
    ),
    'no',
  ),
  names: optional(
    choice('WHOSE', 'whose name a person has whom lines name differently', namings),
    'keep',
  ),
  checked_in: optional(
    choice('WHAT', 'what becomes of tickets that were checked in elsewhere', checkInPolicies),
    'ignore',
  ),
};

interface GivenChoices {
  readonly map?: readonly string[];
  readonly ignore?: readonly string[];
  readonly delimiter?: ImportOptions['delimiter'];
  readonly update?: boolean;
  readonly names?: ImportOptions['naming'];
  readonly checked_in?: ImportOptions['checkedIn'];
}

/** Throws `validation.failed`. */
export function importOptionsOf(given: GivenChoices): ImportOptions {
  return {
    choice: columnChoiceOf(given.map ?? [], given.ignore ?? []),
    delimiter: given.delimiter ?? null,
    isUpdating: given.update ?? false,
    naming: given.names ?? 'keep',
    checkedIn: given.checked_in ?? 'ignore',
  };
}

function columnChoiceOf(map: readonly string[], ignore: readonly string[]): ColumnChoice {
  try {
    return readColumnChoice(map, ignore);
  } catch (error) {
    throw error instanceof RangeError ? invalid('map', `Map: ${error.message}`) : error;
  }
}

interface Prepared {
  readonly report: ImportReport;
  /** Null for a file that cannot be read, and at the command line, which has read it already. */
  readonly file: PreparedImport | null;
}

/** What is to be done for an import that was begun. */
const begun = new WeakMap<object, { readonly file: PreparedImport; readonly started: ImportRow }>();

export const orderImport = defineOperation({
  name: 'order.import',
  summary: 'Bring tickets that were sold elsewhere from a file: all lines of it, or none',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object({
    event: event('what the tickets are for'),
    file: text('NAME', 'what the file is called'),
    content: optional(content),
    lines: optional(whole('N', 'how many lines it has')),
    ...choices,
    dry_run: optional(either('YES', 'try everything and keep nothing', ['yes', 'no']), 'no'),
  }),
  prepare: async (database, input): Promise<Prepared | null> => {
    const { event: of, file, content: given } = input;
    if (given === undefined) return null;
    return prepareFile(database, of, { file, content: given, options: importOptionsOf(input) });
  },
  run: async (tx, { event: of, file, lines = 0, dry_run = false }, prepared, actor) => {
    if (prepared === null && actor.kind === 'member')
      throw invalid('content', problem('required', { field: 'content' }));
    if (prepared !== null && (dry_run || prepared.report.problem_count > 0)) {
      prepared.file?.[Symbol.dispose]();
      throw new NothingDone(prepared.report);
    }
    const { id } = await requireEvent(tx, of);
    const started = await insertImport(tx, {
      event_id: id,
      file_name: file,
      lines: prepared?.report.lines ?? lines,
      report: '{}',
    });
    const result = { ...prepared?.report, import: started.reference, reference: started.reference };
    const work = prepared?.file ?? null;
    if (work !== null) begun.set(result, { file: work, started });
    return result;
  },
  after: async ({ later }, result) => {
    const work = begun.get(result);
    if (work !== undefined)
      later(async () => {
        using file = work.file;
        await file.apply(work.started);
      });
    return result;
  },
});

async function prepareFile(
  database: Database,
  of: string,
  {
    file,
    content: given,
    options,
  }: {
    readonly file: string;
    readonly content: string;
    readonly options: ImportOptions;
  },
): Promise<Prepared> {
  // Imported lazily: no other operation needs a database of its own.
  const { prepareImport } = await import('../imports/import-tickets.ts');
  try {
    const source = bytesSource(Buffer.from(given, 'base64'), file);
    const prepared = await prepareImport(database, of, source, options);
    return { report: prepared.report, file: prepared };
  } catch (error) {
    if (isDiskFull(error)) throw invalidTransition(problem('no_space', {}));
    if (!(error instanceof ImportError)) throw error;
    return { report: unreadReport(of, file, error.problems), file: null };
  }
}

export const orderImportColumns = defineView({
  name: 'order.import-columns',
  summary: 'What the columns of a file of tickets are taken for, and its first lines',
  role: 'manager',
  isConsoleOnly: true,
  input: Type.Object({
    event: event('what the tickets are for'),
    content,
    map,
    ignore,
    delimiter,
  }),
  run: async (tx, { event: of, content: given, ...input }) =>
    describeColumns(tx, of, bytesSource(Buffer.from(given, 'base64'), ''), importOptionsOf(input)),
});

export const orderImportUndo = defineOperation({
  name: 'order.import-undo',
  summary: 'Undo an import while none of its guests was let in',
  role: 'manager',
  fresh: true,
  isConsoleOnly: true,
  input: Type.Object({ import: text('IMP', 'which import') }),
  run: async (tx, { import: reference }) => {
    const row = await requireImport(tx, reference);
    if (row.status === 'undone') throw invalidTransition('The import was undone already.');
    if (row.status === 'running' && !isLost(row, tx.now))
      throw invalidTransition('The import has not ended yet.');
    if (row.status !== 'undoing') {
      const ticket = await findAdmittedTicket(tx, row.id);
      if (ticket !== undefined)
        throw invalidTransition(
          `Somebody was let in with the ticket ${ticket.reference} of the import, so it stays.`,
        );
      const order = await findOrderHandedOut(tx, row.id);
      if (order !== undefined)
        throw invalidTransition(
          `An add-on of the order ${order.reference} of the import was handed out, so it stays.`,
        );
    }
    const undoing = await updateImport(tx, row.id, { status: 'undoing' });
    const event = await getEvent(tx, row.event_id);
    return describeImport(undoing, event.reference, tx.now);
  },
  after: async ({ database, later }, result) => {
    later(async () => {
      const row = await database.read((tx) => requireImport(tx, result.reference));
      await undoImport(database, row);
    });
    return result;
  },
});

export const orderImportShow = defineView({
  name: 'order.import-show',
  summary: 'How far an import is, and what came of it',
  role: 'manager',
  isConsoleOnly: true,
  input: Type.Object({ import: text('IMP', 'which import') }),
  run: async (tx, { import: reference }) => {
    const row = await requireImport(tx, reference);
    return describeImport(row, (await getEvent(tx, row.event_id)).reference, tx.now);
  },
});

export const orderImportList = defineList({
  name: 'order.import-list',
  summary: 'Files that were imported, newest first',
  role: 'manager',
  isConsoleOnly: true,
  filters: {
    organiser: optional(text('ORG', 'those of one organiser')),
    event: optional(event('those for one event')),
  },
  search: 'words of what the file is called, or a reference',
  sorts: {
    newest: { by: 'k.id', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.id', tie: 'k.id', direction: 'asc' },
  },
  choose: async (tx, { organiser, event: of, search }, sort) =>
    walkImports(
      tx,
      {
        event: await rowOf(tx, requireEvent, of),
        organiserId: await idOf(tx, requireOrganiser, organiser),
        search,
      },
      sort,
    ),
  describe: async (tx, ids) =>
    inOrder(await listImports(tx, ids), async (row) =>
      describeImport(row, (await getEvent(tx, row.event_id)).reference, tx.now),
    ),
});

/** Whether the process that did it has ended. */
function isLost({ status, updated_at }: ImportRow, now: number): boolean {
  return status === 'running' && now - updated_at > IMPORT_SILENT_MICROS;
}

function describeImport(row: ImportRow, of: string, now: number) {
  const { reference, file_name, status, lines, lines_done, created_at } = row;
  const said: unknown = JSON.parse(row.report);
  const isWhole = typeof said === 'object' && said !== null && 'new_tickets' in said;
  const why = typeof said === 'object' && said !== null && 'stopped_because' in said;
  return {
    reference,
    event: of,
    file: file_name,
    status: isLost(row, now) ? ('stopped' as const) : status,
    lines,
    lines_done,
    created_at: formatInstant(created_at),
    // An earlier version may have counted less.
    report: isWhole ? { ...noCounts, ...said } : null,
    stopped_because: why ? said.stopped_because : null,
  };
}
