import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUICK_RUN, type BenchPart } from './bench-part.ts';
import { installProduct } from './product.ts';
import { measureHelp } from './start-help.ts';
import { measureScreen } from './start-screen.ts';
import { measureServer } from './start-server.ts';
import { measureStation } from './start-station.ts';

const DEFAULT_TICKETS = 1_000_000;
const QUICKLY_MOST_TICKETS = 5_000;

/** What a person waits for before anything works, and the memory that it then takes. */
export const startPart: BenchPart = {
  name: 'start',
  summary:
    'start and memory of server and station, of the command line, and of the screen from a clone',
  run: async (options) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
    const product = join(directory, 'product');
    const most = options.quick ? QUICKLY_MOST_TICKETS : Infinity;
    const size = Math.min(options.size ?? DEFAULT_TICKETS, most);
    try {
      await installProduct(product);
      if (options.quick) options.notMeasured('npm start → a verdict on the screen', QUICK_RUN);
      return [
        ...(options.quick ? [] : await measureScreen(directory, options)),
        ...(await measureServer(directory, product, { ...options, size })),
        ...(await measureStation(directory, product, { ...options, size })),
        measureHelp(product, options),
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
