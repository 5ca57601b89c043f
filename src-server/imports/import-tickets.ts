// Why: docs/decisions/0027-imports.md
import { problemSentences } from '../../shared/console/problems.ts';
import type { Database } from '../database/database.ts';
import { DatabaseError, isDiskFull } from '../database/database-error.ts';
import { liveEvent } from '../domain/events/events.ts';
import { DomainError } from '../rules/domain-error.ts';
import { getImport, updateImport, type ImportRow } from '../store/imports.ts';
import { applyImport } from './apply/apply-import.ts';
import { writeTarget } from './columns/import-fields.ts';
import type { ImportOptions } from './columns/import-options.ts';
import type { ImportSource } from './file/import-source.ts';
import { problemSentence } from './problem-sentences.ts';
import type { ImportReport } from './import-report.ts';
import { readCatalogue } from './lines/catalogue.ts';
import type { ImportContext } from './plan/import-context.ts';
import type { ImportCounts } from './plan/import-counts.ts';
import { makeImportKeys, readImportKeys } from './plan/import-keys.ts';
import { planImport } from './plan/plan-import.ts';
import { stageFile } from './staging/stage-file.ts';
import type { LineOutcome } from './staging/staging.ts';

/** Of problems that lines have in common, and of the lines of each, the first ones are kept. */
const MOST_GROUPS = 200;
const MOST_LINES = 10;

/** How many lines were read, and then compared with the event; `of` how many the file has, null until all are read. */
export type OnPrepared = (prepared: {
  readonly step: 'read' | 'compared';
  readonly lines: number;
  readonly of: number | null;
}) => void;

/** A file that was read and planned. Nothing is written until `apply`. */
export interface PreparedImport extends Disposable {
  readonly report: ImportReport;
  readonly eventId: number;
  /** What becomes of each line, in the order of the file. */
  readonly outcomes: () => Generator<LineOutcome>;
  /**
   * Does it. Rejects with what failed; what was committed before that stays, and `started` says `stopped`. Must not be called for a file with problems.
   */
  readonly apply: (
    started: ImportRow,
    onProgress?: (lines: number) => void,
  ) => Promise<ImportReport>;
}

/** Reads a file of tickets that were sold elsewhere, and finds what it would come to. Throws an `ImportError` for one that cannot be read. */
export async function prepareImport(
  database: Pick<Database, 'read' | 'write' | 'giveWay' | 'turnMs'>,
  event: string,
  source: ImportSource,
  options: ImportOptions,
  onProgress: OnPrepared = () => undefined,
): Promise<PreparedImport> {
  const catalogue = await database.read(async (tx) =>
    readCatalogue(tx, await liveEvent(tx, event)),
  );
  const keys = await readImportKeys(database);
  const staged = await stageFile(source, catalogue, options, (lines) =>
    onProgress({ step: 'read', lines, of: null }),
  );
  const context: ImportContext = { staged, catalogue, options, keys, eventId: catalogue.event.id };
  try {
    const planned = await planImport(database, context, (lines) =>
      onProgress({ step: 'compared', lines, of: staged.staging.lines }),
    );
    return {
      report: reportOf(context, planned, null),
      eventId: catalogue.event.id,
      outcomes: () => staged.staging.outcomes(problemSentence),
      apply: async (started, onProgress) => {
        const keys = await makeImportKeys(database);
        const applied = await settle(database, started, () =>
          applyImport(
            database,
            { ...context, keys },
            {
              started,
              planned,
              ...(onProgress !== undefined && { onProgress }),
            },
          ),
        );
        const report = reportOf(context, applied, started.reference);
        await finish(database, started, report);
        return report;
      },
      [Symbol.dispose]: () => staged[Symbol.dispose](),
    };
  } catch (error) {
    staged[Symbol.dispose]();
    throw error;
  }
}

async function settle<T>(
  database: Pick<Database, 'write'>,
  started: ImportRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    const error = isDiskFull(caught) ? stagingFull(caught) : caught;
    const isSaid = error instanceof DomainError || error instanceof DatabaseError;
    const why = isSaid ? error.message : null;
    const report = JSON.stringify({ stopped_because: why });
    // What refused the import may refuse this too: then it falls silent, and counts as stopped after a minute.
    await database
      .write(async (tx) => {
        const { status } = await getImport(tx, started.id);
        if (status === 'running') await updateImport(tx, started.id, { status: 'stopped', report });
      })
      .catch(() => undefined);
    if (!(error instanceof DatabaseError)) throw error;
    const next = 'What was imported until then stays; import the file again for the rest.';
    throw new DatabaseError(error.code, `${error.message} ${next}`, { cause: error });
  }
}

/** A full disk of temporary files, which is no database's. */
function stagingFull(cause: unknown): DatabaseError {
  return new DatabaseError('database.full', problemSentences.no_space({}), { cause });
}

async function finish(
  database: Pick<Database, 'write'>,
  started: ImportRow,
  report: ImportReport,
): Promise<void> {
  await database.write(async (tx) => {
    const { status } = await getImport(tx, started.id);
    if (status !== 'running') return;
    const kept = JSON.stringify({ ...report, problems: [] });
    await updateImport(tx, started.id, { status: 'done', lines_done: report.lines, report: kept });
  });
}

function reportOf(
  { staged, catalogue }: ImportContext,
  counts: ImportCounts,
  reference: string | null,
): ImportReport {
  const { staging, file, mapping, notes } = staged;
  return {
    ...counts,
    event: catalogue.event.reference,
    import: reference,
    file: file.name,
    encoding: file.encoding,
    delimiter: file.delimiter,
    lines: staging.lines,
    columns: mapping.columns
      .filter(({ column }) => column !== '')
      .map(({ column, target }) => ({
        column,
        field: target === null ? null : writeTarget(target),
      })),
    checked_in: notes.checkedIn,
    own_codes: notes.ownCodes,
    rounded_codes: notes.roundedCodes,
    not_kept: notes.unkept,
    unknown_statuses: notes.unknownStatuses,
    silent_columns: notes.silentColumns,
    other_names: staging.countOtherNames(),
    problem_count: staging.countProblems(),
    problems: staging.groupProblems(MOST_GROUPS, MOST_LINES),
  };
}
