import { assertNever } from '../../../shared/assert-never.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import {
  refused,
  type CommandErrorCode,
  type CommandResult,
} from '../../../shared/station/results.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { PlacedGuest, Remote, RemoteResult } from '../../ports/remote.ts';
import type { Replica } from '../../ports/replica.ts';
import type { StationClock } from '../clock/station-clock.ts';
import { unanswered, type ServerQuestions } from '../enrolment/server-questions.ts';
import type { StationSync } from '../sync/station-sync.ts';
import { NO_EVENT, type DoorSelector } from '../selection/door-selector.ts';

type AddGuest = Extract<StationCommand, { kind: 'add_guest' }>;
type GuestCommand = Extract<
  StationCommand,
  { kind: 'read_guest_options' | 'add_guest' | 'send_guest_ticket' }
>;
type RefusedGuest = Extract<PlacedGuest, { kind: 'refused' }>;

export interface GuestsParts {
  readonly replica: Pick<Replica, 'setup'>;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly questions: ServerQuestions;
  readonly clock: StationClock;
  readonly sync: Pick<StationSync, 'due'>;
}

/** Sells tickets to guests who have none. Only the server can: it alone knows what is left. */
export class Guests {
  readonly #parts: GuestsParts;

  constructor(parts: GuestsParts) {
    this.#parts = parts;
  }

  run(command: GuestCommand): Promise<CommandResult> {
    switch (command.kind) {
      case 'read_guest_options':
        return this.#read();
      case 'add_guest':
        return this.#add(command);
      case 'send_guest_ticket':
        return this.#send(command.order);
      default:
        return assertNever(command);
    }
  }

  /** What can be sold now. */
  #read(): Promise<CommandResult> {
    return this.#ask(
      (remote, event) => remote.readTypesForSale(event),
      (types, event) => ({
        ok: true,
        guest_options: {
          ticket_types: types
            .filter(({ is_active: isOnSale }) => isOnSale)
            .map(({ is_active: _isOnSale, ...type }) => type),
          sessions: this.#sessionsOf(event),
        },
      }),
    );
  }

  #add({ kind: _kind, key, ...guest }: AddGuest): Promise<CommandResult> {
    return this.#ask(
      (remote, event) => remote.placeOrder(event, guest, key),
      (placed) => {
        if (placed.kind === 'refused') return refusalOf(placed);
        this.#parts.sync.due(['tickets']);
        return { ok: true, guest: placed.guest };
      },
    );
  }

  #send(order: string): Promise<CommandResult> {
    return this.#ask(
      (remote) => remote.sendOrder(order),
      ({ refused: refusedEmails, is_complete: isComplete }) => ({
        ok: true,
        // Sent before is sent as well.
        sent: refusedEmails > 0 ? 'refused' : isComplete ? 'sent' : 'later',
      }),
    );
  }

  /** Neither cancelled nor over. */
  #sessionsOf(event: string) {
    const { replica, clock } = this.#parts;
    const now = clock.now();
    return readableOr([], () => replica.setup(event)?.sessions ?? [])
      .filter(
        ({ cancelled_at, entry_until }) =>
          cancelled_at === null && (entry_until === null || entry_until > now),
      )
      .toSorted((a, b) => a.starts_at - b.starts_at)
      .map(({ reference, name, starts_at }) => ({
        reference,
        name,
        starts_at: formatInstant(starts_at),
      }));
  }

  async #ask<Value>(
    ask: (remote: Remote, event: string) => Promise<RemoteResult<Value>>,
    resultOf: (value: Value, event: string) => CommandResult,
  ): Promise<CommandResult> {
    const { selector, questions } = this.#parts;
    const event = selector.selection?.event;
    if (event === undefined) return NO_EVENT;
    const response = await questions.ask(null, (remote) => ask(remote, event));
    if (response.kind === 'answered') return resultOf(response.value, event);
    // The server's own error about what was named in the request, as opposed to the address of another server.
    const isUnknown =
      response.kind === 'failed' && response.failure.own?.code === 'resource.not_found';
    if (isUnknown) return refused('guests.refused', response.failure.message);
    return unanswered(response, 'guests');
  }
}

function refusalOf({ code, fields }: RefusedGuest): CommandResult {
  return refused(errorOf(code, fields), `The server answered ${code}.`);
}

function errorOf(code: RefusedGuest['code'], fields: readonly string[]): CommandErrorCode {
  switch (code) {
    case 'capacity.exceeded':
      return 'guests.sold_out';
    case 'contacts.erased':
      return 'guests.erased';
    case 'idempotency.key_reused':
      return 'guests.added_before';
    case 'idempotency.in_progress':
      return 'guests.unreachable';
    default:
      return fields.includes('email') ? 'guests.email_invalid' : 'guests.refused';
  }
}
