import { spawn } from 'node:child_process';
import { owningProcesses } from '../owning-processes.ts';
import { watchForStop } from '../until-stopped.ts';

/** `died`: a signal that nobody here sent, which is how Electron ends when its sandbox or display is not to be had. */
export type ElectronEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'died'; readonly signal: NodeJS.Signals };

/** Runs the built app in Electron until it ends, and passes signals on. */
export async function runElectron(
  binary: string,
  root: string,
  args: readonly string[],
): Promise<ElectronEnd> {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  const child = spawn(binary, [root, ...args], {
    stdio: 'inherit',
    env: { ...environment, GATEHOUSE_PARENT: String(process.pid) },
  });
  const watch = watchForStop(owningProcesses(process.env));
  let asked = false;
  const endWhenAsked = async () => {
    await watch.asked;
    asked = true;
    child.kill('SIGTERM');
  };
  void endWhenAsked();

  const { promise, resolve, reject } = Promise.withResolvers<ElectronEnd>();
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    resolve(
      signal === null || asked ? { kind: 'exited', code: code ?? 0 } : { kind: 'died', signal },
    );
  });
  try {
    return await promise;
  } finally {
    watch.dispose();
  }
}
