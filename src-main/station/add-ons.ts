import type { AddOnState } from '../../shared/station/box-office.ts';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { CommandErrorCode, CommandResult } from '../../shared/station/results.ts';
import { factsOfLine, stands } from '../core/door/order-line-facts.ts';
import { ReplicaUnreadableError } from '../core/replica-unreadable.ts';
import type { Journal } from '../ports/journal.ts';
import type { Random } from '../ports/random.ts';
import type { OrderLineRecord, Replica } from '../ports/replica.ts';
import type { DeskKeeper } from './desk-keeper.ts';
import type { Desk } from './door/desk.ts';
import type { StationClock } from './station-clock.ts';
import type { StationEmitter } from './station-events.ts';

type Redeem = Extract<StationCommand, { kind: 'redeem' }>;

const MAX_QUANTITY = 1_000_000;

export interface AddOnsParts {
  readonly replica: Pick<Replica, 'findTicket' | 'orderLines' | 'setup'>;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly random: Random;
  readonly keeper: Pick<DeskKeeper, 'desk'>;
  /** Whether a request was written before a restart. */
  readonly requests: { wasRecorded(requestId: string): boolean };
  readonly events: StationEmitter;
}

/**
 * Hands out what was bought beside the ticket. The server's lines and this station's own unsent redemptions together say what is left;
 * a station does not hand out more than it knows of. Two that are offline may: the server records both and says so.
 */
export class AddOns {
  readonly #parts: AddOnsParts;

  constructor(parts: AddOnsParts) {
    this.#parts = parts;
  }

  /** The add-ons of the order that a ticket belongs to. */
  read(ticket: string): CommandResult {
    return this.#atDesk((desk) => {
      const found = this.#parts.replica.findTicket(desk.event, ticket);
      if (found === null)
        return refused('redeem.unknown_ticket', 'This station has no such ticket.');
      return {
        ok: true,
        add_ons: found.order === null ? [] : this.ofOrder(desk.event, found.order),
      };
    });
  }

  /** @throws {ReplicaUnreadableError} */
  ofOrder(event: string, order: string): readonly AddOnState[] {
    const lines = this.#parts.replica.orderLines(event, order);
    return lines.map((line) => this.#stateOf(event, line));
  }

  /** Writes it down, durably, before anybody is told that it may be handed over. A negative quantity takes back. */
  redeem(requestId: string, { order, order_line, quantity }: Redeem): CommandResult {
    return this.#atDesk((desk) => {
      const line = this.#linesOf(desk, order).find(({ reference }) => reference === order_line);
      if (line === undefined) {
        return refused('redeem.unknown_line', 'This station has no such add-on of this order.');
      }
      if (this.#parts.requests.wasRecorded(requestId)) return this.#told(desk, line);
      return this.#refusal(line, quantity) ?? this.#record(requestId, desk, line, quantity);
    });
  }

  #refusal(line: OrderLineRecord, quantity: number): CommandResult | null {
    if (!Number.isInteger(quantity) || quantity === 0 || Math.abs(quantity) > MAX_QUANTITY) {
      return refused('command.invalid', 'Expected a whole quantity other than 0.');
    }
    const { redeemed, remaining } = factsOfLine(line, this.#own(line));
    if (quantity < 0) {
      if (redeemed + quantity >= 0) return null;
      return refused('redeem.nothing_to_undo', `Only ${redeemed} were handed out.`);
    }
    if (!stands(line)) {
      return refused(
        'redeem.order_ended',
        `The order is ${line.order_status.replaceAll('_', ' ')}.`,
      );
    }
    if (quantity <= remaining) return null;
    return refused('redeem.not_enough', `Only ${remaining} of ${line.quantity} are left.`);
  }

  #record(requestId: string, desk: Desk, line: OrderLineRecord, quantity: number): CommandResult {
    const { clock, random, journal, events } = this.#parts;
    const now = clock.now();
    const appended = journal.appendRedemption({
      reference: `rdm_${random.ulid(now).toLowerCase()}`,
      request_id: requestId,
      organiser: desk.organiser,
      event: desk.event,
      order: line.order,
      order_line: line.reference,
      quantity,
      location: desk.location,
      redeemed_at: now,
      clock_offset_ms: clock.offsetMs(),
    });
    if (appended.kind === 'failed') return refused('redeem.not_recorded', appended.message);
    events.emit('redeemed');
    events.emit('changed');
    return this.#told(desk, line);
  }

  #told(desk: Desk, line: OrderLineRecord): CommandResult {
    return { ok: true, add_on: this.#stateOf(desk.event, line) };
  }

  #linesOf({ event }: Desk, order: string): readonly OrderLineRecord[] {
    return this.#parts.replica.orderLines(event, order);
  }

  #own(line: OrderLineRecord) {
    return this.#parts.journal.redemptionsOf(line.reference);
  }

  #stateOf(event: string, line: OrderLineRecord): AddOnState {
    const addOns = this.#parts.replica.setup(event)?.add_ons ?? [];
    const name = addOns.find(({ reference }) => reference === line.add_on)?.name ?? null;
    const { reference: order_line, order, add_on, quantity, order_status, session } = line;
    const { redeemed, remaining } = factsOfLine(line, this.#own(line));
    const about = { order_line, order, order_status, add_on, name, session };
    return { ...about, quantity, redeemed, remaining };
  }

  #atDesk(work: (desk: Desk) => CommandResult): CommandResult {
    const desk = this.#parts.keeper.desk;
    if (desk === null) return refused('station.not_enrolled', 'Choose an event first.');
    try {
      return work(desk);
    } catch (error) {
      if (!(error instanceof ReplicaUnreadableError)) throw error;
      return refused('redeem.unread', 'The add-ons cannot be read at the moment.');
    }
  }
}

function refused(code: CommandErrorCode, message: string): CommandResult {
  return { ok: false, code, message };
}
