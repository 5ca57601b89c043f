/** Why a command could not be carried out where it was asked to; closed, and stable for callers that switch on it. */
export type CommandErrorCode =
  | 'port.taken'
  | 'folder.missing'
  | 'folder.unusable'
  | 'file.missing'
  | 'file.exists'
  | 'file.in_use'
  | 'mail.unreachable'
  | 'mail.refused'
  | 'mail.running';

/** A port, a path or a mail server that was named cannot be used, in one sentence for people: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
