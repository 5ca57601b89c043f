import { makeNewFilesPrivate } from '../../src-files/private-files.ts';
import type { StatusLine } from './definition/terminal.ts';
import { runCommandLine } from './run-command-line.ts';

const OWNER_POLL_MS = 500;

/** It runs until it should stop, whoever reads what it prints. */
let isServing = false;

/** The reader of a pipe may close it early (`| head`), which is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isServing) return;
  if (error.code !== 'EPIPE')
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.stderr.on('error', () => undefined);

/** Without a listener Node.js opens a debugger at this signal, through which any user of the machine can run code as this one. */
process.on('SIGUSR1', () => undefined);

makeNewFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  // Writes to a file take no turn of the event loop, without which no signal is heard and no progress shown.
  flushed: () => new Promise((resolve) => process.stdout.write('', () => setImmediate(resolve))),
  environment: process.env,
  columns: process.stdout.columns,
  isErrTerminal: process.stderr.isTTY,
  // A dumb terminal cannot go back on a line. Without colours there is nothing for NO_COLOR to take away.
  statusLine: process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? statusLine() : undefined,
  stopRequested: () => stopRequested(process.env),
});

// A start that was stopped half-way may still wait for its database.
if (isServing) process.exit();

function statusLine(): StatusLine {
  return {
    write: (text) => process.stderr.write(`\r\x1b[K${text}`),
    columns: () => process.stderr.columns,
    onInterrupt: (callback) => {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      const release = () => {
        for (const signal of signals) process.off(signal, end);
      };
      // Ends as it would without a listener.
      const end = (signal: NodeJS.Signals) => {
        callback();
        release();
        process.kill(process.pid, signal);
      };
      for (const signal of signals) process.on(signal, end);
      return release;
    },
  };
}

/**
 * Resolves at the first SIGINT or SIGTERM, so that the command can finish; a second one ends the process immediately. npm's shell
 * receives the signal without passing it on, so under npm the end of that shell counts as a request to stop.
 */
function stopRequested(environment: NodeJS.ProcessEnv): Promise<void> {
  isServing = true;
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
    if (environment['npm_command'] === undefined) return;
    const owner = process.ppid;
    const poll = setInterval(() => {
      if (process.ppid === owner) return;
      clearInterval(poll);
      resolve();
    }, OWNER_POLL_MS).unref();
  });
}
