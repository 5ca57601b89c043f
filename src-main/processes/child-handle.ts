import { fork } from 'node:child_process';
import type { Port } from './rpc.ts';

/** A child process, however its platform starts one. */
export interface ChildHandle extends Port {
  /** `code` is null if a signal ended it. */
  readonly onClose: (listener: (code: number | null) => void) => void;
  readonly kill: () => void;
}

/** Starts a module as a child of this Node process. Its stdout goes to our stderr: our stdout belongs to the ready line. */
export function forkChild(module: string): ChildHandle {
  const child = fork(module, {
    stdio: ['ignore', 2, 2, 'ipc'],
    serialization: 'advanced',
    // As `npm run gatehouse`: what V8 keeps of a busy server is not a station's to spare.
    execArgv: ['--max-semi-space-size=16'],
    env: environmentWithoutSecrets(),
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once('error', () => resolve(null));
  child.once('exit', (code) => resolve(code));
  return {
    post: (message) => {
      if (child.connected && isSendable(message)) child.send(message, () => undefined);
    },
    onMessage: (listener) => child.on('message', listener),
    onClose: (listener) => void ended.then(listener),
    kill: () => child.kill('SIGKILL'),
  };
}

/** For a child that needs neither the client secret nor the enrolment code. */
export function environmentWithoutSecrets(): NodeJS.ProcessEnv {
  const {
    GATEHOUSE_CLIENT_SECRET: _secret,
    GATEHOUSE_ENROLMENT_CODE: _code,
    ...environment
  } = process.env;
  return environment;
}

/** Once they are read: no child process needs them. */
export function forgetSecrets(): void {
  delete process.env['GATEHOUSE_CLIENT_SECRET'];
  delete process.env['GATEHOUSE_ENROLMENT_CODE'];
}

function isSendable(message: unknown): message is object {
  return typeof message === 'object' && message !== null;
}
