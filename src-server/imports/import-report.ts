import type { ImportProblemGroup } from '../../shared/console/import-problems.ts';
import type { Delimiter } from '../../shared/csv-row.ts';
import type { Encoding } from './file/read-text.ts';
import type { ImportCounts } from './plan/import-counts.ts';
import { noCounts } from './plan/import-counts.ts';

/** What came of a file, or would. */
export interface ImportReport extends ImportCounts {
  readonly event: string;
  /** `imp_…`; null for a file that was only tried, or that has problems. */
  readonly import: string | null;
  readonly file: string;
  /** Null for what could not be read at all. */
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly lines: number;
  /** What each column is taken for, as `--map` writes it; null for nothing. */
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** Lines whose ticket was checked in elsewhere. */
  readonly checked_in: number;
  /** Lines whose code is one of ours, for which there will be a new one. */
  readonly own_codes: number;
  /** Lines whose code is a long number, all of which end in zeros: a spreadsheet may have rounded them. */
  readonly rounded_codes: number;
  /** Lines with a note, which is not kept. */
  readonly not_kept: number;
  /** People whom lines name differently, or who have another name already. */
  readonly other_names: number;
  /** Values of a status column that nobody knows, and columns that may say that a ticket is not valid; each is a problem until somebody says what it means. */
  readonly unknown_statuses: readonly string[];
  readonly silent_columns: readonly string[];
  readonly problem_count: number;
  /** Those that say the same together, by their first lines; of very many kinds the first. */
  readonly problems: readonly ImportProblemGroup[];
}

/** Of a file that cannot be read. */
export function unreadReport(
  event: string,
  file: string,
  problems: readonly ImportProblemGroup[],
): ImportReport {
  return {
    ...noCounts,
    event,
    import: null,
    file,
    encoding: null,
    delimiter: null,
    lines: 0,
    columns: [],
    checked_in: 0,
    own_codes: 0,
    rounded_codes: 0,
    not_kept: 0,
    other_names: 0,
    unknown_statuses: [],
    silent_columns: [],
    problem_count: problems.length,
    problems,
  };
}
