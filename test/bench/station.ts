import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchPart } from './bench-part.ts';
import { measureDoor } from './station-door.ts';
import { measureKnown } from './station-known.ts';
import { measureSync } from './station-sync.ts';

const DEFAULT_TICKETS = 100_000;

/** Import and upload of a station, and its scans beside others' work, each beside a bare baseline. */
export const stationPart: BenchPart = {
  name: 'station',
  summary:
    'import and upload beside bare SQLite, PouchDB and RxDB; a scan beside an import, and known elsewhere',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    const size = options.size ?? DEFAULT_TICKETS;
    try {
      return [
        ...(await measureSync(directory, { ...options, size })),
        ...(await measureDoor(directory, options)),
        ...(await measureKnown(directory, options)),
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
