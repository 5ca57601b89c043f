import type { ScannerCapability } from '../../shared/contract/scanner.ts';
import type { Remote, RemoteFailure, RemoteResult } from '../ports/remote.ts';
import { mayReadTickets } from './access.ts';
import type { Enrolment } from './enrolment.ts';
import type { StationSync } from './sync/station-sync.ts';

export type QuestionResult<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** `not_offered`: the server lacks the capability. `closed`: offline, or no request may be sent now. */
  | { readonly kind: 'not_offered' | 'closed' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** What a door or a screen wants to know that only the server does: one request each, beside the lanes and counted like theirs. */
export class ServerQuestions {
  readonly #enrolment: Enrolment;
  readonly #sync: StationSync;

  constructor(enrolment: Enrolment, sync: StationSync) {
    this.#enrolment = enrolment;
    this.#sync = sync;
  }

  /** A null capability: every server has it. */
  async ask<Value>(
    capability: ScannerCapability | null,
    question: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<QuestionResult<Value>> {
    const { identity, remote } = this.#enrolment;
    if (remote === null || !this.#sync.mayAsk) return { kind: 'closed' };
    if (capability !== null && identity?.capabilities.includes(capability) !== true) {
      return { kind: 'not_offered' };
    }
    const result = await this.send(remote, question);
    if (result.kind === 'failed') return { kind: 'failed', failure: result.failure };
    return { kind: 'answered', value: result.value };
  }

  /** The server to ask for a single ticket: live, within the budget, and one that lets this client read it. */
  openForTicket(): Remote | null {
    const { identity, remote } = this.#enrolment;
    return mayReadTickets(identity) && this.#sync.mayAsk ? remote : null;
  }

  async send<Value>(
    remote: Remote,
    question: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<RemoteResult<Value>> {
    this.#sync.questionSent();
    const result = await question(remote);
    if (result.kind === 'failed') {
      const { code, retry_after_ms } = result.failure;
      this.#sync.questionAnswered(code, retry_after_ms, result.notes);
    } else this.#sync.questionAnswered(null, null, result.notes);
    return result;
  }
}
