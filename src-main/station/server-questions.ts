import type { ScannerCapability } from '../../shared/contract/scanner.ts';
import type { FailureCode } from '../core/sync/sync-state.ts';
import type { ExchangeNotes, Remote, RemoteFailure, RemoteResult } from '../ports/remote.ts';

/** `not_offered`: the server lacks the capability. `closed`: offline, or no request may be sent now. */
export type OpenForQuestion = Remote | 'not_offered' | 'closed';

export interface ServerQuestionsParts {
  /** A null capability: every server has it. */
  readonly open: (capability: ScannerCapability | null) => OpenForQuestion;
  readonly sent: () => void;
  readonly answered: (
    failure: FailureCode | null,
    retryAfterMs: number | null,
    notes: ExchangeNotes,
  ) => void;
}

export type QuestionResult<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'not_offered' | 'closed' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** What a screen wants to know that only the server does: one request each, counted like every other. */
export class ServerQuestions {
  readonly #parts: ServerQuestionsParts;

  constructor(parts: ServerQuestionsParts) {
    this.#parts = parts;
  }

  async ask<Value>(
    capability: ScannerCapability | null,
    question: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<QuestionResult<Value>> {
    const remote = this.#parts.open(capability);
    if (remote === 'not_offered' || remote === 'closed') return { kind: remote };
    this.#parts.sent();
    const result = await question(remote);
    if (result.kind === 'failed') {
      const { failure, notes } = result;
      this.#parts.answered(failure.code, failure.retry_after_ms, notes);
      return { kind: 'failed', failure };
    }
    this.#parts.answered(null, null, result.notes);
    return { kind: 'answered', value: result.value };
  }
}
