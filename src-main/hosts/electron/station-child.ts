import { join } from 'node:path';
import type { StationMessage } from '../../../shared/station/api.ts';
import type { Enrolment } from '../enrolment.ts';
import { HostError } from '../host-error.ts';
import { supervise } from '../processes/supervise.ts';
import { answerKeychain } from './keychain.ts';
import { parseStationToMain, type MainToStation, type StationToMain } from './station-messages.ts';
import { forkUtility } from './utility-child.ts';

export interface StationChildOptions {
  readonly data: string;
  readonly enrolment: Enrolment | null;
  readonly keychain: boolean;
  readonly onMessage: (message: StationMessage) => void;
  /** The process ended by itself; another one starts soon. */
  readonly onLost: (sentence: string) => void;
}

export interface StationChild {
  /** Goes nowhere while there is no process. */
  readonly send: (message: MainToStation) => void;
  /** Resolves when screens have something to work with; rejects when the very first start fails. */
  readonly settled: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Runs the station in a utility process, and again after a crash. */
export function runStationChild(options: StationChildOptions): StationChild {
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>();
  const secrets = join(options.data, 'station', 'keychain');
  let everStarted = false;

  const receive = async (message: StationToMain): Promise<void> => {
    switch (message.kind) {
      case 'message':
        options.onMessage(message.message);
        return;
      case 'read_secret':
      case 'write_secret':
        send(await answerKeychain(secrets, message));
        return;
      case 'started':
        everStarted = true;
        return;
      case 'settled':
        resolve();
        return;
      case 'failed':
        if (!everStarted) reject(new HostError('station_failed', message.message));
        else options.onLost(message.message);
    }
  };
  const supervised = supervise({
    start: () => forkUtility('station-process'),
    onStarted: (child) => {
      child.onMessage((raw) => {
        const message = parseStationToMain(raw);
        if (message !== null) void receive(message);
      });
      child.post({
        kind: 'start',
        data: options.data,
        enrolment: options.enrolment,
        keychain: options.keychain,
      } satisfies MainToStation);
    },
    onLost: () => options.onLost('The station stopped unexpectedly and is being started again.'),
  });
  const send = (message: MainToStation) => supervised.child()?.post(message);

  return { send, settled, stop: () => supervised.stop({ kind: 'stop' } satisfies MainToStation) };
}
