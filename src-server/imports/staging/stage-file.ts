import type { ImportProblem } from '../../../shared/console/import-problems.ts';
import { asLine } from '../../../shared/plain-text.ts';
import { seatKey } from '../../store/lists/name-words.ts';
import {
  isKnownHeading,
  mapColumns,
  type ColumnMapping,
  type MappedColumn,
} from '../columns/map-columns.ts';
import { unkeptFields, type ImportField } from '../columns/import-fields.ts';
import type { ImportSource } from '../file/import-source.ts';
import { openFile, type ImportFile } from '../file/open-file.ts';
import type { ImportOptions } from '../columns/import-options.ts';
import { namedColumnsOf, type Catalogue } from '../lines/catalogue.ts';
import { LineReader, type LineReading } from '../lines/read-line.ts';
import { saysNone } from '../lines/read-status.ts';
import { Staging } from './staging.ts';

/** A file whose lines were read. */
export interface StagedFile extends Disposable {
  readonly file: ImportFile;
  readonly mapping: ColumnMapping;
  readonly staging: Staging;
  /** What columns of the file say, by field. */
  readonly says: ReadonlySet<ImportField>;
  readonly notes: FileNotes;
}

export interface FileNotes {
  /** Lines whose ticket was checked in elsewhere. */
  readonly checkedIn: number;
  /** Lines whose code is one of ours. */
  readonly ownCodes: number;
  /** Lines whose code a spreadsheet may have rounded: none if it has left another one as it was. */
  readonly roundedCodes: number;
  /** Lines with a note, which is not kept. */
  readonly unkept: number;
  /** Values of a status that nobody knows. */
  readonly unknownStatuses: readonly string[];
  /** Columns that may say that a ticket is not valid. */
  readonly silentColumns: readonly string[];
}

/** Reads every line into a staging of its own, with every problem that a line has by itself. Throws an `ImportError` for a file that cannot be read. */
export async function stageFile(
  source: ImportSource,
  catalogue: Catalogue,
  options: ImportOptions,
  onRead: (lines: number) => void,
): Promise<StagedFile> {
  const { choice, delimiter } = options;
  const isNamed = (heading: string) =>
    choice.columns.has(heading.trim()) || isKnownHeading(heading);
  const file = await openFile(source, { delimiter, isKnown: isNamed });
  const mapping = mapColumns(file, choice, namedColumnsOf(catalogue));
  const staging = new Staging();
  try {
    const notes = await readLines({ file, mapping, staging }, catalogue, options, onRead);
    return {
      file,
      mapping,
      staging,
      says: fieldsOf(mapping),
      notes,
      [Symbol.dispose]: () => staging[Symbol.dispose](),
    };
  } catch (error) {
    staging[Symbol.dispose]();
    throw error;
  }
}

async function readLines(
  { file, mapping, staging }: Pick<StagedFile, 'file' | 'mapping' | 'staging'>,
  catalogue: Catalogue,
  { choice, checkedIn }: ImportOptions,
  onRead: (lines: number) => void,
): Promise<FileNotes> {
  const reader = new LineReader(catalogue, mapping, choice);
  const silent = new SilentColumns(mapping, file.headingLine);
  const unnamed = new UnnamedSessions(mapping, file.headingLine);
  const notes = { checkedIn: 0, ownCodes: 0, unkept: 0 };
  const rounding = { long: 0, rounded: 0 };
  const unknownStatuses = new Set<string>();
  const unkept = mapping.columns.flatMap(({ target }, at) =>
    target?.kind === 'field' && unkeptFields.has(target.field) ? [at] : [],
  );
  for await (const record of file.records()) {
    if ('problem' in record) {
      staging.addProblem({ line: record.line, kind: record.problem, values: {} });
      continue;
    }
    silent.look(record.cells);
    const read = reader.read(record);
    stageLine(staging, read, mapping.isOwn);
    if (staging.lines % LINES_A_REPORT === 0) onRead(staging.lines);
    if (isImported(read)) unnamed.look(record.cells);
    if (read.unknownStatus !== null && unknownStatuses.size < MOST_STATUSES)
      unknownStatuses.add(read.unknownStatus);
    notes.ownCodes += Number(read.hasOwnCode);
    for (const code of read.line.codes ?? []) {
      rounding.long += Number(LONG_NUMBER.test(code));
      rounding.rounded += Number(ROUNDED.test(code));
    }
    notes.unkept += Number(unkept.some((at) => (record.cells[at] ?? '').trim() !== ''));
    if (read.line.checked_in === null || !isImported(read)) continue;
    notes.checkedIn += 1;
    if (checkedIn === 'refuse')
      staging.addProblem({ line: record.line, kind: 'checked_in', values: {} });
  }
  const ofHeading = [...typeProblems(file, mapping), ...silent.problems(), ...unnamed.problems()];
  for (const problem of ofHeading) staging.addProblem(problem);
  const { long, rounded } = rounding;
  return {
    ...notes,
    roundedCodes: rounded === long && long > 1 ? rounded : 0,
    unknownStatuses: [...unknownStatuses],
    silentColumns: silent.names(),
  };
}

const MOST_STATUSES = 50;
/** A spreadsheet keeps fifteen digits of a number, and has zeros for the others. */
const LONG_NUMBER = /^\d{16,}$/;
const ROUNDED = /^\d{15}0+$/;
const LINES_A_REPORT = 1_000;

function isImported({ line: { standing } }: LineReading): boolean {
  return standing === 'valid' || standing === 'pending';
}

function stageLine(staging: Staging, read: LineReading, isOwn: boolean): void {
  const { line, problems } = read;
  for (const problem of problems) staging.addProblem({ line: line.line, ...problem });
  staging.addLine(line, isOwn || isImported(read));
  if (!isImported(read)) return;
  for (const code of line.codes ?? []) staging.addCode(line.line, code);
  for (const label of line.seats ?? []) {
    const key = seatKey(label);
    if (key !== null) staging.addSeat(line.line, line.session_id, { key, label });
  }
}

/** Columns that nobody named and whose headings speak of a status. They stop an import once one of them says something. */
class SilentColumns {
  readonly #columns: readonly { readonly column: MappedColumn; readonly at: number }[];
  readonly #line: number;
  readonly #speaking = new Set<MappedColumn>();

  constructor({ columns }: ColumnMapping, line: number) {
    this.#columns = [...columns.entries()].flatMap(([at, column]) =>
      column.isSuspicious ? [{ column, at }] : [],
    );
    this.#line = line;
  }

  look(cells: readonly string[]): void {
    for (const { column, at } of this.#columns)
      if (!saysNone((cells[at] ?? '').trim())) this.#speaking.add(column);
  }

  names(): readonly string[] {
    return [...this.#speaking].map(({ column }) => column);
  }

  problems() {
    return [...this.#speaking].map(({ column }) => ({
      line: this.#line,
      kind: 'silent_column' as const,
      values: { column },
    }));
  }
}

/** Of what a column names. */
const MOST_SHOWN = 6;

/** Columns of sessions where the event has none. They stop an import once its tickets are for several: all would be valid for the one event. */
class UnnamedSessions {
  readonly #columns: readonly {
    readonly column: string;
    readonly at: number;
    readonly names: Set<string>;
  }[];
  readonly #line: number;

  constructor({ columns }: ColumnMapping, line: number) {
    this.#columns = [...columns.entries()].flatMap(([at, { column, isOfSessions }]) =>
      isOfSessions ? [{ column, at, names: new Set<string>() }] : [],
    );
    this.#line = line;
  }

  look(cells: readonly string[]): void {
    for (const { at, names } of this.#columns) {
      const name = asLine(cells[at] ?? '');
      if (name !== '' && names.size <= MOST_SHOWN) names.add(name);
    }
  }

  problems() {
    return this.#columns.flatMap(({ column, names }) => {
      if (names.size < 2) return [];
      const shown = [...names].slice(0, MOST_SHOWN);
      const sessions = names.size > MOST_SHOWN ? [...shown, '…'] : shown;
      return { line: this.#line, kind: 'no_sessions_yet' as const, values: { column, sessions } };
    });
  }
}

/** Without a column of ticket types there is a problem of the heading, and none of each line. */
function typeProblems(
  { heading, headingLine, delimiter }: ImportFile,
  mapping: ColumnMapping,
): readonly ImportProblem[] {
  if (fieldsOf(mapping).has('ticket_type')) return [];
  const columns = heading.filter((name) => name !== '');
  return [{ line: headingLine, kind: 'no_type_column', values: { delimiter, columns } }];
}

function fieldsOf({ columns }: ColumnMapping): ReadonlySet<ImportField> {
  return new Set(columns.flatMap(({ target }) => (target?.kind === 'field' ? [target.field] : [])));
}
