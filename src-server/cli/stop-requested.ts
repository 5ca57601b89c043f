const OWNER_POLL_MS = 500;

/**
 * Asked once nicely, a command finishes what it does; asked again, the process ends at once. npm runs a command through a shell that
 * hears its signal and does not pass it on, so then the end of that shell counts as being asked.
 */
export function stopRequested(environment: NodeJS.ProcessEnv): Promise<void> {
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
