import { runCommandLine } from './run-command-line.ts';

/** Asked once nicely, a command finishes what it does; asked again, the process ends at once. */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** Who reads the output may have seen enough (`| head`): then there is nothing left to do, and nothing to complain about. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  flushed: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
  environment: process.env,
  stopRequested,
});
