import type { ImportOptions } from '../columns/import-options.ts';
import type { ImportField } from '../columns/import-fields.ts';
import type { Catalogue } from '../lines/catalogue.ts';
import type { StagedFile } from '../staging/stage-file.ts';
import type { ImportKeys } from './import-keys.ts';

/** What every step of an import reads. */
export interface ImportContext {
  readonly staged: StagedFile;
  readonly catalogue: Catalogue;
  readonly options: ImportOptions;
  readonly keys: ImportKeys;
  readonly eventId: number;
}

/** Whether a column of the file says one of these. */
export function says({ staged }: ImportContext, ...fields: readonly ImportField[]): boolean {
  return fields.some((field) => staged.says.has(field));
}
