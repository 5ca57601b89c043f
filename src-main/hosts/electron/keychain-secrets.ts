import type { Secrets } from '../../ports/secrets.ts';
import type { ParentPort } from '../processes/parent-port.ts';
import type { MainToStation, StationToMain } from './station-messages.ts';

export interface KeychainSecrets extends Secrets {
  readonly settle: (answer: Extract<MainToStation, { kind: 'secret' }>) => void;
}

type Ask =
  | { readonly kind: 'read_secret'; readonly name: string }
  | { readonly kind: 'write_secret'; readonly name: string; readonly secret: string };

/** The station's secrets, kept by the main process: only it reaches the operating system's keychain. */
export function createKeychainSecrets(port: ParentPort): KeychainSecrets {
  const waiting = new Map<number, PromiseWithResolvers<string | null>>();
  let lastId = 0;

  const ask = (question: Ask): Promise<string | null> => {
    lastId += 1;
    const answer = Promise.withResolvers<string | null>();
    waiting.set(lastId, answer);
    port.post({ ...question, id: lastId } satisfies StationToMain);
    return answer.promise;
  };
  return {
    protection: 'keychain',
    read: (name) => ask({ kind: 'read_secret', name }),
    write: async (name, secret) => {
      await ask({ kind: 'write_secret', name, secret });
    },
    settle: ({ id, secret, failure }) => {
      const answer = waiting.get(id);
      waiting.delete(id);
      if (failure === null) answer?.resolve(secret);
      else answer?.reject(new Error(failure));
    },
  };
}
