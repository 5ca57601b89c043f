import { consoleErrors, type ConsoleErrorCode } from '../../shared/console/errors.ts';

/** A refusal of the console's own; everything else fails as the API does. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: ConsoleErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of `record.changed`: the fields that somebody else has changed. */
  readonly current: object | undefined;

  constructor(
    code: ConsoleErrorCode,
    headers: Readonly<Record<string, string>> = {},
    current?: object,
  ) {
    super(consoleErrors[code].message);
    this.code = code;
    this.status = consoleErrors[code].status;
    this.headers = headers;
    this.current = current;
  }
}
