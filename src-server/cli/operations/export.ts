import { exportScans } from '../../api/exports.ts';
import type { Database } from '../../database/database.ts';
import type { scansFlags } from '../commands/export.ts';
import { formatOf, writePages } from '../csv/write-pages.ts';
import { scanHeading, writeScanRow } from '../csv/write-scan-row.ts';
import type { Given } from '../define-command.ts';
import type { Terminal } from '../terminal.ts';

export const scans = {
  work: async (
    database: Database,
    { values, common }: Given<typeof scansFlags>,
    terminal: Terminal,
  ) => {
    await writePages(terminal, exportScans(database, values.event), {
      format: formatOf(values.format, common.json),
      heading: scanHeading,
      row: writeScanRow,
    });
    return null;
  },
};
