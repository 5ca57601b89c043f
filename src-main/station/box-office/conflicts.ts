import { conflictKinds } from '../../../shared/contract/statuses.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { ConflictView } from '../../../shared/station/supervision.ts';
import { holderName } from '../../core/door/scan-outcome.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Remote, RemoteResult, ReportedConflict } from '../../ports/remote.ts';
import type { Replica } from '../../ports/replica.ts';
import { NO_EVENT, type DoorSelector } from '../selection/door-selector.ts';
import { unanswered, type ServerQuestions } from '../enrolment/server-questions.ts';

type ReadConflicts = Extract<StationCommand, { kind: 'read_conflicts' }>;
type ResolveConflict = Extract<StationCommand, { kind: 'resolve_conflict' }>;

export interface ConflictsParts {
  readonly replica: Pick<Replica, 'findTicket'>;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly questions: ServerQuestions;
}

/** Scans at doors that the server would have decided differently. Requested from the server each time, because only it knows all doors. */
export class Conflicts {
  readonly #parts: ConflictsParts;

  constructor(parts: ConflictsParts) {
    this.#parts = parts;
  }

  read({ state, page }: ReadConflicts): Promise<CommandResult> {
    return this.#ask(
      (remote, event) => remote.listConflicts(event, state, page),
      ({ conflicts, next_url }, event) => ({
        ok: true,
        conflicts: {
          items: conflicts.map((conflict) => this.#view(conflict, event)),
          next: next_url,
        },
      }),
    );
  }

  /** The first resolution of a conflict stands: the reply contains it. */
  resolve({ conflict, note }: ResolveConflict): Promise<CommandResult> {
    return this.#ask(
      (remote) => remote.resolveConflict(conflict, note),
      (details, event) => ({ ok: true, conflict: this.#view(details, event) }),
    );
  }

  async #ask<Value>(
    ask: (remote: Remote, event: string) => Promise<RemoteResult<Value>>,
    resultOf: (value: Value, event: string) => CommandResult,
  ): Promise<CommandResult> {
    const event = this.#parts.selector.selection?.event;
    if (event === undefined) return NO_EVENT;
    const response = await this.#parts.questions.ask('scanner.conflicts', (remote) =>
      ask(remote, event),
    );
    if (response.kind === 'answered') return resultOf(response.value, event);
    // The server's own error about the conflict, as opposed to not having reached it.
    const isUnknown =
      response.kind === 'failed' && response.failure.own?.code === 'resource.not_found';
    if (isUnknown) return refused('conflicts.unknown', 'The server has no such conflict.');
    return unanswered(response, 'conflicts');
  }

  #view(conflict: ReportedConflict, event: string): ConflictView {
    return {
      reference: conflict.reference,
      kind: conflictKinds.find((kind) => kind === conflict.kind) ?? 'other',
      state: conflict.state,
      ticket: conflict.ticket,
      expected_reason: conflict.expected_reason,
      note: conflict.note,
      resolved_by: conflict.resolved_by,
      resolved_at: conflict.resolved_at,
      created_at: conflict.created_at,
      ...this.#nameOf(conflict.ticket, event),
      scans: conflict.scans.map((scan) => ({
        reference: scan.reference,
        admitted: scan.result === 'allowed',
        reason: scan.reason,
        scanned_at: scan.scanned_at,
        entry_point: scan.scanner_location?.name ?? null,
        station: scan.station,
        clock_offset_ms: scan.clock_offset_ms,
        clock_suspect: scan.clock_suspect,
        on_word_of_station: scan.admission_source === 'peer',
      })),
    };
  }

  /** As far as this station knows. */
  #nameOf(reference: string, event: string): Pick<ConflictView, 'holder' | 'ticket_type'> {
    const ticket = readableOr(null, () => this.#parts.replica.findTicket(event, reference));
    if (ticket === null) return { holder: null, ticket_type: null };
    return { holder: holderName(ticket), ticket_type: ticket.ticket_type?.name ?? null };
  }
}
