/** The command line was written wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
