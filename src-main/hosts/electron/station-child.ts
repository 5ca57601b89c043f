import { join } from 'node:path';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { fileSecrets } from '../../adapters/system/file-secrets.ts';
import type { Logger } from '../../ports/system.ts';
import type { PeerChoice } from '../../startup/config.ts';
import type { RemoteAddress } from '../../ports/remote.ts';
import { HostError } from '../../startup/host-error.ts';
import type { ScannerLine } from '../../scanner-process/scanner-line.ts';
import { supervise, type Loss } from '../../processes/supervise.ts';
import { keychainSecrets } from './keychain.ts';
import { parseStationToMain, type MainToStation, type StationToMain } from './station-messages.ts';
import { forkUtility } from './utility-child.ts';

export interface StationChildOptions {
  readonly data: string;
  readonly enrolment: RemoteAddress | null;
  readonly peers: PeerChoice;
  /** Only at the first start of the process: kiosk mode entered later survives a crash. */
  readonly leaveKiosk: boolean;
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
  /** Dropped while there is no process. */
  readonly send: (message: MainToStation) => void;
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
  const secrets = stationSecrets(options.data);
  let everStarted = false;
  let attempts = 0;
  /** The current process's failure message, and the end of its output. */
  let failure: string | null = null;
  let output = '';

  const receive = async (message: StationToMain): Promise<void> => {
    switch (message.kind) {
      case 'message':
        options.onMessage(message.message);
        return;
      case 'read_secret': {
        const { id, name } = message;
        send({ kind: 'secret_read', id, answer: await secrets.read(name) });
        return;
      }
      case 'write_secret': {
        const { id, name, secret } = message;
        send({ kind: 'secret_written', id, answer: await secrets.write(name, secret) });
        return;
      }
      case 'to_scanners':
        options.scanners.post(message.message);
        return;
      case 'started':
        everStarted = true;
        options.onStarted();
        return;
      case 'settled':
        resolve();
        return;
      case 'failed':
        // It waits for this before it exits: a message and the process's exit travel separately and could overtake each other.
        failure = message.message;
        send({ kind: 'stop' });
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
      forkUtility('station-process', {
        onOutput: (text) => {
          output = (output + text).slice(-OUTPUT_LIMIT);
        },
        onFatalError: (location) => {
          logger.error({ location }, 'a fatal error in the station process');
        },
      }),
    onStarted: (child) => {
      failure = null;
      output = '';
      child.onMessage((raw) => {
        const message = parseStationToMain(raw);
        if (message !== null) void receive(message);
      });
      child.post({
        kind: 'start',
        data: options.data,
        enrolment: options.enrolment,
        peers: { port: options.peers.port, given: [...options.peers.given] },
        leaveKiosk: options.leaveKiosk && !everStarted,
      } satisfies MainToStation);
    },
    onLost: lost,
  });
  const send = (message: MainToStation) => supervised.child()?.post(message);
  options.scanners.onMessage((message) => send({ kind: 'from_scanners', message }));

  return { send, settled, stop: () => supervised.stop({ kind: 'stop' } satisfies MainToStation) };
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
