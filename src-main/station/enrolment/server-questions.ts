import type { ScannerCapability } from '../../../shared/resources/identity.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { Remote, RemoteFailure, RemoteResult } from '../../ports/remote.ts';
import { mayReadTickets } from '../selection/access.ts';
import type { StationEnrolment } from './station-enrolment.ts';

export type QuestionResult<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** `not_offered`: the server lacks the capability. `closed`: offline, or no request may be sent now. */
  | { readonly kind: 'not_offered' | 'closed' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** Decides when a request may be sent, and counts it. */
export interface QuestionLimiter {
  readonly mayAsk: boolean;
  questionSent(): void;
  questionAnswered(result: RemoteResult<unknown>): void;
}

/** Requests for what only the server knows, one each; outside the channels, but counted in the same budget. */
export class ServerQuestions {
  readonly #enrolment: StationEnrolment;
  readonly #limiter: QuestionLimiter;

  constructor(enrolment: StationEnrolment, limiter: QuestionLimiter) {
    this.#enrolment = enrolment;
    this.#limiter = limiter;
  }

  /** A null capability: every server has it. */
  async ask<Value>(
    capability: ScannerCapability | null,
    question: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<QuestionResult<Value>> {
    const { identity, remote } = this.#enrolment;
    if (remote === null || !this.#limiter.mayAsk) return { kind: 'closed' };
    if (capability !== null && identity?.capabilities.includes(capability) !== true) {
      return { kind: 'not_offered' };
    }
    const result = await this.send(remote, question);
    if (result.kind === 'failed') return { kind: 'failed', failure: result.failure };
    return { kind: 'answered', value: result.value };
  }

  /** The server for ticket lookups: live, within the budget, and one that lets this client read tickets. */
  openForTicket(): Remote | null {
    const { identity, remote } = this.#enrolment;
    return mayReadTickets(identity) && this.#limiter.mayAsk ? remote : null;
  }

  /** Likewise, if it finds tickets by the code under which they were sold elsewhere. */
  openForSoldCode(): Remote | null {
    const isOffered = this.#enrolment.identity?.capabilities.includes('scanner.codes') === true;
    return isOffered ? this.openForTicket() : null;
  }

  async send<Value>(
    remote: Remote,
    question: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<RemoteResult<Value>> {
    this.#limiter.questionSent();
    const result = await question(remote);
    this.#limiter.questionAnswered(result);
    return result;
  }
}

/** The refusal of a command that only the server could have answered. */
export function unanswered(
  asked: Exclude<QuestionResult<unknown>, { readonly kind: 'answered' }>,
  about: 'conflicts' | 'guests' | 'stations',
): CommandResult {
  const failure = asked.kind === 'failed' ? asked.failure : null;
  if (asked.kind === 'not_offered' || failure?.code === 'not_found') {
    return refused(`${about}.not_offered`, 'This server does not offer that.');
  }
  const isForbidden = failure?.code === 'forbidden' || failure?.code === 'scope_missing';
  const message = failure?.message ?? 'The server cannot be asked at the moment.';
  return refused(`${about}.${isForbidden ? 'forbidden' : 'unreachable'}`, message);
}
