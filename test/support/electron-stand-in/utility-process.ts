import { fork as forkNode, type ChildProcess, type Serializable } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { ForkOptions } from 'electron';
import { record } from './record.ts';
import { strict, StrictEmitter } from './strict.ts';

const parentPort = new URL('./utility-parent-port.ts', import.meta.url).href;
const running = new Set<ChildProcess>();

/** A utility process as a real process of Node, with `process.parentPort` in it. */
class StandInUtility extends StrictEmitter {
  readonly stdout: ChildProcess['stdout'];
  readonly stderr: ChildProcess['stderr'];
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super('UtilityProcess', ['exit', 'message']);
    if (!isAbsolute(modulePath) || !existsSync(modulePath)) {
      throw new Error(`expected the absolute path of a built module, not ${modulePath}`);
    }
    this.#child = forkNode(modulePath, [...args], {
      execArgv: ['--import', parentPort],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...options.env },
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#watch(options.serviceName ?? 'Node Utility Process');
  }

  postMessage(message: Serializable): void {
    this.#child.send(structuredClone(message), () => undefined);
  }

  kill(): boolean {
    return this.#child.kill();
  }

  #watch(serviceName: string): void {
    const entry = { serviceName, pid: this.#child.pid ?? 0, running: true };
    record.utilities.push(entry);
    running.add(this.#child);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => {
      entry.running = false;
      running.delete(this.#child);
      this.emit('exit', signal === null ? code : 9);
    });
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) =>
    strict('UtilityProcess', new StandInUtility(modulePath, args, options)),
});

/** Electron takes its utility processes along when it ends. */
export function killUtilities(): void {
  for (const child of running) child.kill('SIGKILL');
}
