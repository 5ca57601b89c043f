import type { ResponseMetadata, Remote, RemoteResult } from '../../ports/remote.ts';
import type { StationClock } from '../clock/station-clock.ts';

/**
 * Collects what the responses of one step reported about the budget and a wait. A step returns it with its result; if the station's store
 * fails in the middle of a step, this is what remains. The clock learns from each response before the step uses it: scans that wait for
 * the event are judged as soon as its setup is stored.
 */
export class ReplyMetadata {
  readonly #clock: StationClock;
  #metadata: ResponseMetadata = { requests: 0, clock: null, budget: null };
  #retryAfterMs: number | null = null;

  constructor(clock: StationClock) {
    this.#clock = clock;
  }

  get metadata(): ResponseMetadata {
    return this.#metadata;
  }

  get retryAfterMs(): number | null {
    return this.#retryAfterMs;
  }

  /** The same server; metadata of its responses is collected here. */
  listenTo(remote: Remote): Remote {
    const noted = async <Value>(asked: Promise<RemoteResult<Value>>) => this.#note(await asked);
    return {
      identify: (deadlineMs) => noted(remote.identify(deadlineMs)),
      completeEnrolment: () => noted(remote.completeEnrolment()),
      listEvents: (nextUrl) => noted(remote.listEvents(nextUrl)),
      readSetup: (event, etag) => noted(remote.readSetup(event, etag)),
      readEvent: (event) => noted(remote.readEvent(event)),
      listTickets: (query) => noted(remote.listTickets(query)),
      listScans: (query) => noted(remote.listScans(query)),
      listOrderLines: (query) => noted(remote.listOrderLines(query)),
      countRows: (event, list) => noted(remote.countRows(event, list)),
      readSnapshot: (event, cursor, take) => noted(remote.readSnapshot(event, cursor, take)),
      followChanges: (event, after, listener) =>
        noted(remote.followChanges(event, after, listener)),
      findTicket: (reference, deadlineMs) => noted(remote.findTicket(reference, deadlineMs)),
      uploadScans: (items) => noted(remote.uploadScans(items)),
      uploadRedemptions: (items) => noted(remote.uploadRedemptions(items)),
      checkIn: (ticket, idempotencyKey) => noted(remote.checkIn(ticket, idempotencyKey)),
      listConflicts: (event, state, url) => noted(remote.listConflicts(event, state, url)),
      resolveConflict: (reference, note) => noted(remote.resolveConflict(reference, note)),
      sendHeartbeat: (heartbeat) => noted(remote.sendHeartbeat(heartbeat)),
      listStations: () => noted(remote.listStations()),
      abort: () => remote.abort(),
      close: () => remote.close(),
    };
  }

  #note<Value>(answer: RemoteResult<Value>): RemoteResult<Value> {
    const { requests, clock, budget } = answer.metadata;
    if (clock !== null) this.#clock.learn(clock);
    this.#metadata = {
      requests: this.#metadata.requests + requests,
      clock: clock ?? this.#metadata.clock,
      budget: budget ?? this.#metadata.budget,
    };
    const asked = answer.kind === 'failed' ? answer.failure.retry_after_ms : null;
    this.#retryAfterMs = asked ?? this.#retryAfterMs;
    return answer;
  }
}
