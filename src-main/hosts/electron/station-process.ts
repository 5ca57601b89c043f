/** The station core in a utility process: a long sync never freezes a window, and a crash of one does not take the other down. */
import { join } from 'node:path';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { makeNewFilesPrivate } from '../../../src-files/private-files.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { openLogger } from '../open-log.ts';
import { openParentPort } from '../processes/parent-port.ts';
import { unforeseenFailure } from '../unforeseen-failure.ts';
import { answerRequest } from '../station-request.ts';
import { processScanners } from '../scanners/process-scanners.ts';
import type { ScannerLine } from '../scanners/scanner-line.ts';
import { untilSettled } from '../until-settled.ts';
import type { Station } from '../../station/station.ts';
import { askedSecrets } from './asked-secrets.ts';
import { parseMainToStation, type MainToStation, type StationToMain } from './station-messages.ts';

makeNewFilesPrivate();
const port = openParentPort();
const tell = (message: StationToMain) => port.post(message);
const show = (message: StationMessage) => tell({ kind: 'message', message });
const secrets = askedSecrets(port);
const HEARD_LIMIT_MS = 2_000;
let station: Promise<Station | null> | null = null;
let hearScanners: (message: unknown) => void = () => undefined;
/** The main process runs the scanner process, and goes on doing so when this one ends. */
const scannerLine: ScannerLine = {
  post: (message) => tell({ kind: 'to_scanners', message }),
  onMessage: (listener) => {
    hearScanners = listener;
  },
  stop: () => Promise.resolve(),
};

port.onGone(() => void stop());
// The app ends its station with a message: a Ctrl+C for the whole group must not take it away from scans that are being sent.
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
      hearScanners(message.message);
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
    // Loaded here, so that a database module which does not fit this system is a failure with a sentence.
    const { openStation } = await import('../open-station.ts');
    const opened = await openStation({
      data: options.data,
      enrolment: options.enrolment,
      secrets,
      peers: options.peers,
      leaveKiosk: options.leaveKiosk,
      scanners: () => processScanners(() => scannerLine),
    });
    opened.subscribe(show);
    tell({ kind: 'started' });
    show(opened.welcome());
    void untilSettled(opened).then(() => tell({ kind: 'settled' }));
    return opened;
  } catch (error) {
    report(error, options.data);
    tell({ kind: 'failed', message: unforeseenFailure(error, options.data).message });
    // The app answers with `stop` once it has heard.
    setTimeout(() => process.exit(1), HEARD_LIMIT_MS);
    return null;
  }
}

async function stop(): Promise<void> {
  const opened = await station;
  await opened?.[Symbol.asyncDispose]();
  process.exit(0);
}

/** The stack is for whoever looks into it; the person at the door gets a sentence. */
function report(error: unknown, data: string): void {
  const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${problem}\n`);
  try {
    openLogger(join(data, 'logs'), 'station.log').error({ problem }, 'the station cannot start');
  } catch {
    // The folder may be what is wrong.
  }
}
