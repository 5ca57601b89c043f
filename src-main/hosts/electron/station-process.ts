/** The station core in a utility process: a long sync never freezes a window, and neither crashes with the other. */
import { join } from 'node:path';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { makeNewFilesPrivate } from '../../../src-files/private-files.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { openLogger } from '../../adapters/system/open-log.ts';
import { liveAsChild } from '../../processes/long-lived.ts';
import { openParentPort } from '../../processes/parent-port.ts';
import { unexpectedFailure } from '../../startup/unexpected-failure.ts';
import { answerRequest } from '../../page/station-request.ts';
import { processScanners } from '../../scanner-process/process-scanners.ts';
import type { ScannerLine } from '../../scanner-process/scanner-line.ts';
import { untilSettled } from '../../composition/until-settled.ts';
import type { Station } from '../../station/station.ts';
import { createKeychainClient } from './keychain-client.ts';
import { parseMainToStation, type MainToStation, type StationToMain } from './station-messages.ts';

liveAsChild();
makeNewFilesPrivate();
const port = openParentPort();
const send = (message: StationToMain) => port.post(message);
const show = (message: StationMessage) => send({ kind: 'message', message });
const secrets = createKeychainClient(port);
const HEARD_LIMIT_MS = 2_000;
let station: Promise<Station | null> | null = null;
let onScannerMessage: (message: unknown) => void = () => undefined;
/** The main process runs the scanner process, and keeps it running when this one ends. */
const scannerLine: ScannerLine = {
  post: (message) => send({ kind: 'to_scanners', message }),
  onMessage: (listener) => {
    onScannerMessage = listener;
  },
  stop: () => Promise.resolve(),
};

port.onGone(() => void stop());
// The app stops its station with a message: a Ctrl+C for the whole process group must not interrupt an upload.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
port.onMessage((raw) => {
  const message = parseMainToStation(raw);
  if (message !== null) void receive(message);
});

async function receive(message: MainToStation): Promise<void> {
  switch (message.kind) {
    case 'start':
      station ??= start(message);
      return;
    case 'from_scanners':
      onScannerMessage(message.message);
      return;
    case 'secret_read':
    case 'secret_written':
      secrets.settle(message);
      return;
    case 'open': {
      const opened = await station;
      if (opened) show(opened.welcome());
      return;
    }
    case 'request': {
      const opened = await station;
      if (opened) show(await answerRequest(opened, message.request));
      return;
    }
    case 'stop':
      await stop();
      return;
    default:
      assertNever(message);
  }
}

async function start(options: Extract<MainToStation, { kind: 'start' }>): Promise<Station | null> {
  try {
    // Imported here, so that a database module that does not fit this system is reported as a sentence.
    const { openStation } = await import('../../composition/open-station.ts');
    const opened = await openStation({
      data: options.data,
      enrolment: options.enrolment,
      secrets,
      peers: options.peers,
      leaveKiosk: options.leaveKiosk,
      scanners: () => processScanners(() => scannerLine),
    });
    opened.subscribe(show);
    send({ kind: 'started' });
    show(opened.welcome());
    void untilSettled(opened).then(() => send({ kind: 'settled' }));
    return opened;
  } catch (error) {
    report(error, options.data);
    send({ kind: 'failed', message: unexpectedFailure(error, options.data).message });
    // The app replies with `stop`.
    setTimeout(() => process.exit(1), HEARD_LIMIT_MS);
    return null;
  }
}

async function stop(): Promise<void> {
  const opened = await station;
  await opened?.[Symbol.asyncDispose]();
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
