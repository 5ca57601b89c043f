/** One key that writes a character, as the browser reports it. `at` is milliseconds on the page's monotonic clock. */
export interface KeyStroke {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly at: number;
}
