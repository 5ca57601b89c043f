/** The reader of our output may go away (`| tee`, a terminal that is closed, a log daemon that restarts): the program goes on without it. */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/**
 * The same for a child process. And an unhandled rejection ends it, so that its parent starts it again: in an Electron utility process
 * Node only warns of one, and half a program would live on.
 */
export function liveAsChild(): void {
  outliveReaders();
  process.on('unhandledRejection', (error) => {
    throw error;
  });
}
