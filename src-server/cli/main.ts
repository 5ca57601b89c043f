import { makeNewFilesPrivate } from '../../src-files/private-files.ts';
import { runCommandLine } from './run-command-line.ts';
import { stopRequested } from './stop-requested.ts';

/** Whoever reads the output may have seen enough (`| head`): then there is nothing left to do, and nothing to complain about. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

makeNewFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  flushed: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
  environment: process.env,
  stopRequested: () => stopRequested(process.env),
});
