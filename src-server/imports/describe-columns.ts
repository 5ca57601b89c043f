import type { ImportProblemGroup } from '../../shared/console/import-problems.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { liveEvent } from '../domain/events/events.ts';
import { importFields, isRepeated, writeTarget } from './columns/import-fields.ts';
import type { ImportOptions } from './columns/import-options.ts';
import { isKnownHeading, mapColumns } from './columns/map-columns.ts';
import { ImportError } from './file/import-error.ts';
import type { ImportSource } from './file/import-source.ts';
import { openFile } from './file/open-file.ts';
import type { Delimiter } from '../../shared/csv-row.ts';
import type { Encoding } from './file/read-text.ts';
import { namedColumnsOf, readCatalogue, type Catalogue } from './lines/catalogue.ts';

export interface FileColumns {
  /** Null for what is no such file. */
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** What a column may be taken for, as `field` writes it. Of those that are not repeated, one column is. */
  readonly targets: readonly { readonly field: string; readonly is_repeated: boolean }[];
  /** The first lines. */
  readonly sample: readonly (readonly string[])[];
  readonly problems: readonly ImportProblemGroup[];
}

const SAMPLE = 5;

/** What the columns of a file are taken for, and its first lines, whether or not it can be imported. */
export async function describeColumns(
  tx: ReadTransaction,
  event: string,
  source: ImportSource,
  { choice, delimiter }: ImportOptions,
): Promise<FileColumns> {
  const catalogue = await readCatalogue(tx, await liveEvent(tx, event));
  try {
    const isKnown = (heading: string) => choice.columns.has(heading) || isKnownHeading(heading);
    const file = await openFile(source, { delimiter, isKnown });
    const mapping = mapColumns(file, choice, namedColumnsOf(catalogue));
    const sample: (readonly string[])[] = [];
    for await (const record of file.records()) {
      if ('cells' in record) sample.push(record.cells);
      if (sample.length === SAMPLE) break;
    }
    return {
      encoding: file.encoding,
      delimiter: file.delimiter,
      columns: mapping.columns.map(({ column, target }) => ({
        column,
        field: target === null ? null : writeTarget(target),
      })),
      targets: targetsOf(catalogue),
      sample,
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return {
      encoding: null,
      delimiter: null,
      columns: [],
      targets: [],
      sample: [],
      problems: error.problems,
    };
  }
}

function targetsOf({ addOns, questions }: Catalogue): FileColumns['targets'] {
  return [
    ...importFields
      .filter((field) => !field.endsWith('_reference'))
      .map((field) => ({ field, is_repeated: isRepeated(field) })),
    ...addOns.map(({ name }) => ({ field: `add_on:${name}`, is_repeated: false })),
    ...questions.map(({ key }) => ({ field: `answer:${key}`, is_repeated: false })),
  ];
}
