import { makeNewFilesPrivate } from '../../src-files/private-files.ts';
import { runJournal } from './run-journal.ts';

/** The reader of the output may have closed the pipe (`| head`): then stop without an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    process.stderr.write(`The output cannot be written: ${error.message}.\n`);
  }
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.stderr.on('error', () => undefined);

makeNewFilesPrivate();
process.exitCode = await runJournal(process.argv.slice(3), {
  out: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => process.stderr.write(text),
});
