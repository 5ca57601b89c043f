import {
  problem,
  sentenceOf,
  type Problem,
  type ProblemState,
} from '../../shared/console/problems.ts';

/** Why the domain refused an operation: a closed, stable set that callers may switch on. */
export type DomainErrorCode =
  | 'resource.not_found'
  | 'validation.failed'
  /** The state of the resource does not allow the step (specification §3). */
  | 'transition.impossible'
  | 'capacity.exceeded'
  /** The person was erased under a data-protection request and may not be recreated. */
  | 'contacts.erased'
  /** The enrolment code has expired, or its station took another secret. */
  | 'enrolment.ended'
  /** Something else already has that slug, key or name. */
  | 'resource.exists'
  /** Too many wait for the same work: try again in a moment. */
  | 'server.busy';

/** A refused operation, in one sentence for people. Nothing was written. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  /** The invalid field of the input, or null. */
  readonly field: string | null;
  /** Null for one that has only a sentence. */
  readonly problem: Problem | null;

  constructor(code: DomainErrorCode, said: Problem | string, field: string | null = null) {
    super(sentenceOf(said));
    this.code = code;
    this.field = field;
    this.problem = typeof said === 'string' ? null : said;
  }
}

export function invalid(field: string, said: Problem | string): DomainError {
  return new DomainError('validation.failed', said, field);
}

export function invalidTransition(said: Problem | string): DomainError {
  return new DomainError('transition.impossible', said);
}

/** `of` is in a state that does not allow it; `so` says what of that matters, as in `, not waiting`. */
export function wrongState(of: string, state: ProblemState, so = ''): DomainError {
  return invalidTransition(problem('state', { of, state, so }));
}

/** Returns the row, or throws `resource.not_found`. `what` is a noun for the message. */
export function requireFound<T>(row: T | undefined, what: string, reference: string): T {
  if (row !== undefined) return row;
  throw new DomainError('resource.not_found', `There is no ${what} ${reference}.`);
}
