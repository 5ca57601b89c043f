import { fork as forkNode, type ChildProcess, type Serializable } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ForkOptions } from 'electron';
import { assertReady } from './readiness.ts';
import { record } from './record.ts';
import { strict, StrictEmitter } from './strict.ts';

const parentPort = new URL('./utility-parent-port.ts', import.meta.url).href;
const running = new Set<ChildProcess>();
const utilities: { readonly serviceName: string; readonly utility: StandInUtility }[] = [];
const KILL_AFTER_MS = 2_000;

/** STAND_IN_STATION and STAND_IN_SERVER replace their process by one that cannot start (`exits`) or never becomes ready (`hangs`). */
function replacementOf(serviceName: string): string | null {
  const names: Readonly<Record<string, string>> = {
    'gatehouse-station-process': 'STAND_IN_STATION',
    'gatehouse-server-process': 'STAND_IN_SERVER',
  };
  switch (process.env[names[serviceName] ?? '']) {
    case 'exits':
      return fileURLToPath(new URL('./broken/exits.ts', import.meta.url));
    case 'hangs':
      return fileURLToPath(new URL('./broken/hangs.ts', import.meta.url));
    default:
      return null;
  }
}

/** A utility process as a real process of Node, with `process.parentPort` in it. */
class StandInUtility extends StrictEmitter {
  readonly stdout: ChildProcess['stdout'];
  readonly stderr: ChildProcess['stderr'];
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    assertReady('utilityProcess.fork');
    super('UtilityProcess', ['error', 'exit', 'message']);
    if (!isAbsolute(modulePath) || !existsSync(modulePath)) {
      throw new Error(`expected the absolute path of a built module, not ${modulePath}`);
    }
    const serviceName = options.serviceName ?? 'Node Utility Process';
    this.#child = forkNode(replacementOf(serviceName) ?? modulePath, [...args], {
      // Electron 37 and later only warn of a rejection in a utility process.
      execArgv: ['--unhandled-rejections=warn-with-error-code', '--import', parentPort],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...options.env },
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#watch(serviceName);
  }

  postMessage(message: Serializable): void {
    this.#child.send(structuredClone(message), () => undefined);
  }

  /** Sends SIGTERM, and soon afterwards kills a process that ignores it. */
  kill(): boolean {
    setTimeout(() => this.#child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    return this.#child.kill();
  }

  /** Simulates an abort by V8: emits the app's event and kills the process. */
  fail(): void {
    this.emit('error', 'FatalError', 'stand-in:1', 'a report');
    this.#child.kill('SIGKILL');
  }

  #watch(serviceName: string): void {
    const entry = { serviceName, pid: this.#child.pid ?? 0, running: true };
    record.utilities.push(entry);
    utilities.push({ serviceName, utility: this });
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

/** Simulates an abort by V8 in the newest process of that name. */
export function failUtility(name: string): void {
  utilities.findLast(({ serviceName }) => serviceName.includes(name))?.utility.fail();
}

/** Electron ends its utility processes when it ends. */
export function killUtilities(): void {
  for (const child of running) child.kill('SIGKILL');
}
