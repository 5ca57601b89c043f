/** The station core in a utility process: a long sync never freezes a window, and neither crashes with the other. */
import { join } from 'node:path';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { makeNewFilesPrivate } from '../../../src-files/private-files.ts';
import { openLogger } from '../../adapters/system/open-log.ts';
import { untilSettled } from '../../composition/until-settled.ts';
import { handleRequest } from '../../page/station-request.ts';
import { liveAsChild } from '../../processes/long-lived.ts';
import { openParentPort } from '../../processes/parent-port.ts';
import { createChannel } from '../../processes/rpc.ts';
import { processScanners } from '../../scanner-process/process-scanners.ts';
import type { ScannerLine } from '../../scanner-process/scanner-line.ts';
import { unexpectedFailure } from '../../startup/unexpected-failure.ts';
import type { Station } from '../../station/station.ts';
import type { MainCalls, StationCalls, StationStart } from './station-calls.ts';

/** A message and the process's exit travel separately and could overtake each other. */
const HEARD_LIMIT_MS = 2_000;
let station: Promise<Station> | null = null;
let onScannerMessage: (message: unknown) => void = () => undefined;

const calls: StationCalls = {
  start: async (options) => {
    station ??= open(options);
    await station;
  },
  open: async () => {
    const started = await station?.catch(() => null);
    if (started) show(started.welcome());
  },
  request: async (request) => {
    if (station === null) throw new Error('expected the station to be started first');
    return handleRequest(await station, request);
  },
  fromScanners: (message) => onScannerMessage(message),
};

liveAsChild();
makeNewFilesPrivate();
const port = openParentPort();
const main = createChannel<MainCalls>({ ...calls });
main.connect(port);
port.onStop(() => void stop());
// The app stops its station with a message: a Ctrl+C for the whole process group must not interrupt an upload.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);

/** The main process runs the scanner process, and keeps it running when this one ends. */
const scannerLine: ScannerLine = {
  post: (message) => main.notify('toScanners', message),
  onMessage: (listener) => {
    onScannerMessage = listener;
  },
  stop: () => Promise.resolve(),
};

async function open(options: StationStart): Promise<Station> {
  try {
    // Imported here, so that a database module that does not fit this system is reported as a sentence.
    const { openStation } = await import('../../composition/open-station.ts');
    const started = await openStation({
      ...options,
      secrets: {
        read: (name) => main.call('readSecret', name),
        write: (name, secret) => main.call('writeSecret', name, secret),
      },
      scanners: () => processScanners(() => scannerLine),
    });
    started.subscribe(show);
    show(started.welcome());
    void untilSettled(started).then(() => main.notify('settled'));
    return started;
  } catch (error) {
    report(error, options.data);
    setTimeout(() => process.exit(1), HEARD_LIMIT_MS);
    throw unexpectedFailure(error, options.data);
  }
}

function show(message: StationMessage): void {
  main.notify('show', message);
}

async function stop(): Promise<void> {
  const started = await station?.catch(() => null);
  await started?.[Symbol.asyncDispose]();
  process.exit(0);
}

/** The stack goes to the log; the person at the door gets a sentence. */
function report(error: unknown, data: string): void {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${problem}\n`);
  try {
    openLogger(join(data, 'logs'), 'station.log').error({ problem }, 'the station cannot start');
  } catch {
    // The folder itself may be the problem.
  }
}
