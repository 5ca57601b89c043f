/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An invalid value of a flag, as a sentence that begins in lower case: whoever reads the flag puts its name in front. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
