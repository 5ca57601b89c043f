import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { StationCommand, StationRequest } from '../../../shared/station/commands.ts';
import type { StationMessage, StationReply } from '../../../shared/station/messages.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { fileSecrets } from '../../adapters/system/file-secrets.ts';
import type { Logger } from '../../ports/system.ts';
import { HostError } from '../../startup/host-error.ts';
import type { ScannerLine } from '../../scanner-process/scanner-line.ts';
import type { ChildHandle } from '../../processes/child-handle.ts';
import { STOP } from '../../processes/parent-port.ts';
import { CallError, createChannel } from '../../processes/rpc.ts';
import { supervise, type Loss } from '../../processes/supervise.ts';
import { keychainSecrets } from './keychain.ts';
import type { MainCalls, StationCalls, StationStart } from './station-calls.ts';
import { forkUtility } from './utility-child.ts';

export interface StationChildOptions {
  /** Kiosk mode is left only at the first start of the process: entered later it survives a crash. */
  readonly start: StationStart;
  /** Runs as long as the app, and keeps scans while the station restarts. */
  readonly scanners: ScannerLine;
  readonly logger: Logger;
  readonly onMessage: (message: StationMessage) => void;
  /** The station's stores are open. */
  readonly onStarted: () => void;
  /** The process ended unasked; another one starts soon. */
  readonly onLost: (sentence: string) => void;
}

export interface StationChild {
  /** Sends a screen the station's `welcome`. Dropped while there is no process. */
  readonly open: () => void;
  /** Passes on what a page has sent. Rejects while there is no process, and if it ends first. */
  readonly request: (request: unknown) => Promise<StationReply>;
  /** Sends a command of the host's own. */
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Resolves when screens have something to work with; rejects if the station cannot start at all. */
  readonly settled: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Gives up on a station that has never opened its stores after this many processes that ended without an error message. */
const FIRST_ATTEMPTS = 3;
const LOST = 'The station stopped unexpectedly and is being started again.';
const OUTPUT_LIMIT = 2_000;

/**
 * Runs the station in a utility process and restarts it after a crash: for as long as the app is open if it has worked once, but
 * not if it cannot start in the first place.
 */
export function runStationChild(options: StationChildOptions): StationChild {
  const { logger } = options;
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>();
  const secrets = stationSecrets(options.start.data);
  let everStarted = false;
  let attempts = 0;
  /** The current process's failure message, and the end of its output. */
  let failure: string | null = null;
  let output = '';

  const calls: MainCalls = {
    show: options.onMessage,
    settled: resolve,
    toScanners: options.scanners.post,
    readSecret: (name) => secrets.read(name),
    writeSecret: (name, secret) => secrets.write(name, secret),
  };
  const channel = createChannel<StationCalls>({ ...calls });
  const start = async (child: ChildHandle) => {
    const leaveKiosk = options.start.leaveKiosk && !everStarted;
    try {
      await channel.call('start', { ...options.start, leaveKiosk });
      everStarted = true;
      options.onStarted();
    } catch (error) {
      if (error instanceof CallError && error.code !== 'gone') failure = error.message;
      child.post(STOP);
    }
  };
  const lost = ({ code }: Loss): 'restart' | 'give_up' => {
    logger.error({ code, failure, output }, 'the station process ended');
    if (everStarted) {
      options.onLost(failure ?? LOST);
      return 'restart';
    }
    attempts += 1;
    if (failure === null && attempts < FIRST_ATTEMPTS) return 'restart';
    reject(new HostError('station_failed', failure ?? cannotStart(code, output)));
    return 'give_up';
  };
  const supervised = supervise({
    start: () =>
      forkUtility('station', logger, (text) => {
        output = (output + text).slice(-OUTPUT_LIMIT);
      }),
    onStarted: (child) => {
      failure = null;
      output = '';
      channel.connect(child);
      void start(child);
    },
    onLost: lost,
  });
  options.scanners.onMessage((message) => channel.notify('fromScanners', message));

  const request = (raw: unknown) => channel.call('request', raw);
  return {
    open: () => channel.notify('open'),
    request,
    ask: async (command) => {
      const id = `host-${randomUUID()}`;
      const reply = await request({ id, command } satisfies StationRequest).catch(() => null);
      return reply?.result ?? refused('station.failed', LOST);
    },
    settled,
    stop: () => supervised.stop(),
  };
}

function stationSecrets(data: string) {
  const station = join(data, 'station');
  return keychainSecrets({
    folder: join(station, 'keychain'),
    file: fileSecrets(join(station, 'secrets.json')),
    platform: process.platform,
  });
}

function cannotStart(code: number | null, output: string): string {
  const errors = output.split('\n').filter((line) => /\bError\b/.test(line));
  const said = errors.at(-1)?.trim();
  const how = said === undefined ? `ended with code ${code}` : `ended with code ${code}: ${said}`;
  return `The station cannot start: its process ${how}. Reinstall Gatehouse; if it happens again, ask for help and send the file logs/desktop.log from its data folder.`;
}
