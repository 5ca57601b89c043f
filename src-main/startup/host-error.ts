export type HostErrorCode =
  | 'usage'
  | 'data_in_use'
  | 'data_unusable'
  | 'demo_closed'
  | 'electron_missing'
  | 'journal_broken'
  | 'journal_unreadable'
  | 'keys_missing'
  | 'page_missing'
  | 'port_taken'
  | 'root'
  | 'server_failed'
  | 'settings_unreadable'
  | 'station_failed';

/** A failed start. The message is one sentence for the person at the terminal. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: HostErrorCode;

  constructor(code: HostErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** 0 success, 1 failure, 2 wrong usage. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof HostError && error.code === 'usage' ? 2 : 1;
}

/** The text to print. Unexpected failures keep their stack, which is all there is to go on. */
export function sentenceOf(error: unknown): string {
  if (error instanceof HostError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The error code of Node, SQLite or a network library; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
