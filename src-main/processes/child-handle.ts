import { fork } from 'node:child_process';

/** A child process, however its platform starts one. */
export interface ChildHandle {
  /** Dropped once the process has ended. */
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Called once. `code` is null if a signal ended it. */
  readonly onExit: (listener: (code: number | null) => void) => void;
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
    onExit: (listener) => void ended.then(listener),
    kill: () => child.kill('SIGKILL'),
  };
}

/** For a child that does not need the client secret. */
export function environmentWithoutSecrets(): NodeJS.ProcessEnv {
  const { GATEHOUSE_CLIENT_SECRET: _, ...environment } = process.env;
  return environment;
}

function isSendable(message: unknown): message is object {
  return typeof message === 'object' && message !== null;
}
