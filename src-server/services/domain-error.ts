/** Why the domain refused; closed, and stable for callers that switch on it. */
export type DomainErrorCode =
  | 'resource.not_found'
  | 'validation.failed'
  /** The state of the resource does not allow the step (specification §3). */
  | 'transition.impossible'
  | 'capacity.exceeded'
  /** The person was erased under a data-protection request and may not be recreated. */
  | 'contacts.erased'
  /** Something else already has that slug, key or name. */
  | 'resource.exists';

/** An operation that the domain refuses, in one sentence for people. Nothing of it was written. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  /** The input's field that is to blame, where one is. */
  readonly field: string | null;

  constructor(code: DomainErrorCode, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

export function invalid(field: string, message: string): DomainError {
  return new DomainError('validation.failed', message, field);
}

export function impossible(message: string): DomainError {
  return new DomainError('transition.impossible', message);
}

/** The row, or the sentence that there is none. `what` is a noun for people. */
export function found<T>(row: T | undefined, what: string, reference: string): T {
  if (row !== undefined) return row;
  throw new DomainError('resource.not_found', `There is no ${what} ${reference}.`);
}
