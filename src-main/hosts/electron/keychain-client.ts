import type { SecretRead, Secrets, SecretWrite } from '../../ports/secrets.ts';
import type { ParentPort } from '../../processes/parent-port.ts';
import type { MainToStation, StationToMain } from './station-messages.ts';

type Answer = Extract<MainToStation, { kind: 'secret_read' | 'secret_written' }>;

export interface KeychainClient extends Secrets {
  /** Receives an answer from the main process. */
  readonly settle: (answer: Answer) => void;
}

/** The station's secrets, stored by the main process: only it can reach the operating system's keychain. */
export function createKeychainClient(port: ParentPort): KeychainClient {
  const reading = new Map<number, (answer: SecretRead) => void>();
  const writing = new Map<number, (answer: SecretWrite) => void>();
  let lastId = 0;

  return {
    read: (name) => {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<SecretRead>();
      reading.set(lastId, resolve);
      port.post({ kind: 'read_secret', id: lastId, name } satisfies StationToMain);
      return promise;
    },
    write: (name, secret) => {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<SecretWrite>();
      writing.set(lastId, resolve);
      port.post({ kind: 'write_secret', id: lastId, name, secret } satisfies StationToMain);
      return promise;
    },
    settle: (answer) => {
      if (answer.kind === 'secret_read') {
        reading.get(answer.id)?.(answer.answer);
        reading.delete(answer.id);
      } else {
        writing.get(answer.id)?.(answer.answer);
        writing.delete(answer.id);
      }
    },
  };
}
