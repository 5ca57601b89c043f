import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { lineReader } from '../line-reader.ts';
import { originOf } from './origins.ts';
import type { Question } from './control.ts';
import type { StandInRecord } from './record.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const QUIT_LIMIT_MS = 20_000;

export interface DesktopApp {
  /** Resolves with the window's page, or with the one after `before`, once the app has opened it. */
  readonly page: (before?: Page) => Promise<Page>;
  /** The ready line, parsed. */
  readonly ready: Promise<unknown>;
  readonly inspect: () => Promise<StandInRecord>;
  /** Resolves with those of the permissions that the app would grant its page. */
  readonly grantedOf: (names: readonly string[]) => Promise<readonly string[]>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Causes an event in the app. */
  readonly make: (event: Exclude<Question, { kind: 'inspect' | 'permissions' }>) => void;
  /** Quits as the menu does. */
  readonly quit: () => void;
  /** Quits or else kills the app; waits until it and its Chromium have ended. */
  readonly close: () => Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
  /** Nobody reads its output any more. */
  readonly stopReading: () => void;
}

/** Runs the built desktop app with the stand-in for electron in a process of its own. */
export function launchDesktopApp(
  data: string,
  {
    args = [],
    switches = [],
    env = {},
    json = true,
    folder = root,
  }: {
    args?: readonly string[];
    /** Switches for Chromium, before the app. */
    switches?: readonly string[];
    env?: NodeJS.ProcessEnv;
    json?: boolean;
    /** The app's folder; by default the project. */
    folder?: string;
  } = {},
): DesktopApp {
  const app = env['STAND_IN_PACKAGED'] === '1' ? [] : [folder];
  const child = fork(
    join(folder, 'out', 'main', 'electron-main.js'),
    [...switches, ...app, `--data=${data}`, ...(json ? ['--json'] : []), ...args],
    {
      execArgv: ['--import', new URL('./register.ts', import.meta.url).href],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    },
  );
  const ended = Promise.withResolvers<number | null>();
  child.once('exit', (code) => ended.resolve(code));
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ask = asker(child, ended.promise, () => stderr);
  const stdout = lineReader(child.stdout);
  const endpoint = waitFor<string>(child, 'browser', 'endpoint');
  const browser = endpoint.then((address) => chromium.connectOverCDP(address));
  const ready = stdout.next().then(
    (line): unknown => JSON.parse(line),
    async () => {
      throw new Error(`the app ended with ${await ended.promise}: ${stderr}`);
    },
  );
  // A second instance ends without ever starting a browser or becoming ready.
  browser.catch(() => undefined);
  ready.catch(() => undefined);

  return {
    page: async (before) => findPage(await browser, before),
    ready,
    inspect: () => ask<StandInRecord>({ kind: 'inspect' }),
    grantedOf: (names) => ask<readonly string[]>({ kind: 'permissions', names }),
    kill: (signal) => child.kill(signal),
    make: (event) => child.send(event),
    quit: () => child.send({ kind: 'quit' } satisfies Question),
    close: async () => {
      child.send({ kind: 'quit' } satisfies Question, () => undefined);
      const limit = setTimeout(() => child.kill('SIGKILL'), QUIT_LIMIT_MS);
      await ended.promise;
      clearTimeout(limit);
    },
    ended: ended.promise,
    stderr: () => stderr,
    stopReading: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}

async function findPage(browser: Browser, before: Page | undefined): Promise<Page> {
  for (;;) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const page = pages.find(
      (candidate) => candidate !== before && originOf(candidate.url()).startsWith('app://'),
    );
    if (page !== undefined) return page;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends requests to the app. If it has ended, the error contains its last output. */
function asker(child: ChildProcess, ended: Promise<number | null>, stderr: () => string) {
  return async <T>(question: Question): Promise<T> => {
    const answer = waitFor<T>(child, question.kind, 'answer');
    child.send(question, () => undefined);
    const code = ended.then((value) => {
      throw new Error(`the app ended with ${value}: ${stderr()}`);
    });
    return Promise.race([answer, code]);
  };
}

function waitFor<T>(child: ChildProcess, kind: string, field: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const listen = (message: Record<string, T> & { kind?: unknown }) => {
    const value = message[field];
    if (message.kind !== kind || value === undefined) return;
    child.off('message', listen);
    resolve(value);
  };
  child.on('message', listen);
  return promise;
}
