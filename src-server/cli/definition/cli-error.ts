/** Why a command failed: a closed, stable set that callers may switch on. */
export type CliErrorCode =
  | 'port.taken'
  | 'loopback.refused'
  | 'demo.missing'
  | 'folder.missing'
  | 'folder.unusable'
  | 'file.missing'
  | 'file.exists'
  | 'file.special'
  | 'file.in_use'
  | 'mail.unreachable'
  | 'mail.refused'
  | 'mail.running';

/** A given port, path or mail server cannot be used. One sentence for people; exit code 1. */
export class CliError extends Error {
  override readonly name = 'CommandError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
