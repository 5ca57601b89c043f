import type { AddOnState } from '../../../shared/station/box-office.ts';
import type { StationCommand } from '../../../shared/station/commands.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import { factsOfLine, canHandOut } from '../../core/door/order-line-facts.ts';
import { holderName } from '../../core/door/scan-outcome.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Random } from '../../ports/system.ts';
import type { OrderLineRecord, Replica } from '../../ports/replica.ts';
import { forSelection, type DoorSelector } from '../selection/door-selector.ts';
import type { DoorSelection } from '../state/door-selection.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationSync } from '../sync/station-sync.ts';
import type { StationEmitter } from '../state/station-events.ts';

type Redeem = Extract<StationCommand, { kind: 'redeem' }>;

const MAX_QUANTITY = 1_000_000;

export interface AddOnsParts {
  readonly replica: Pick<Replica, 'findTicket' | 'orderLines' | 'setup' | 'ticketsOfOrder'>;
  readonly journal: Journal;
  readonly clock: StationClock;
  readonly random: Random;
  readonly selector: Pick<DoorSelector, 'selection'>;
  /** Whether a request was recorded before a restart. */
  readonly requests: { wasRecorded(requestId: string): boolean };
  readonly sync: Pick<StationSync, 'appended'>;
  readonly events: StationEmitter;
}

/**
 * Hands out purchased add-ons. The server's lines and this station's own unsent redemptions together determine what is left; a station
 * hands out no more than it knows of. Two offline stations together may: the server records both and flags it.
 */
export class AddOns {
  readonly #parts: AddOnsParts;

  constructor(parts: AddOnsParts) {
    this.#parts = parts;
  }

  /** The add-ons of the order that a ticket belongs to. */
  read(ticket: string): CommandResult {
    return forSelection(this.#parts.selector, UNREAD, (selection) => {
      const found = this.#parts.replica.findTicket(selection.event, ticket);
      if (found === null)
        return refused('redeem.unknown_ticket', 'This station has no such ticket.');
      return {
        ok: true,
        add_ons: found.order === null ? [] : this.ofOrder(selection.event, found.order),
      };
    });
  }

  /** @throws {ReplicaUnreadableError} */
  ofOrder(event: string, order: string): readonly AddOnState[] {
    const lines = this.#parts.replica.orderLines(event, order);
    return lines.map((line) => this.#stateOf(event, line));
  }

  /** The add-on's name, and the holder of the order's first ticket; null what is not known, or cannot be read at the moment. */
  describe(event: string, { order, order_line }: Pick<Redeem, 'order' | 'order_line'>) {
    const { replica } = this.#parts;
    return readableOr({ name: null, holder: null }, () => {
      const [first] = replica.ticketsOfOrder(event, order, 1).tickets;
      const line = replica.orderLines(event, order).find((one) => one.reference === order_line);
      return {
        name: line === undefined ? null : this.#nameOf(event, line),
        holder: first === undefined ? null : holderName(first),
      };
    });
  }

  /** Records the redemption durably before anything may be handed over. A negative quantity takes units back. */
  redeem(requestId: string, { order, order_line, quantity }: Redeem): CommandResult {
    return forSelection(this.#parts.selector, UNREAD, (selection) => {
      const line = this.#linesOf(selection, order).find(
        ({ reference }) => reference === order_line,
      );
      if (line === undefined) {
        return refused('redeem.unknown_line', 'This station has no such add-on of this order.');
      }
      if (this.#parts.requests.wasRecorded(requestId)) return this.#resultOf(selection, line);
      return this.#refusal(line, quantity) ?? this.#record(requestId, selection, line, quantity);
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
    if (!canHandOut(line)) {
      return refused(
        'redeem.order_ended',
        `The order is ${line.order_status.replaceAll('_', ' ')}.`,
      );
    }
    if (quantity <= remaining) return null;
    return refused('redeem.not_enough', `Only ${remaining} of ${line.quantity} are left.`);
  }

  #record(
    requestId: string,
    selection: DoorSelection,
    line: OrderLineRecord,
    quantity: number,
  ): CommandResult {
    const { clock, random, journal, sync, events } = this.#parts;
    const now = clock.now();
    const appended = journal.appendRedemption({
      reference: `rdm_${random.ulid(now).toLowerCase()}`,
      request_id: requestId,
      organiser: selection.organiser,
      event: selection.event,
      order: line.order,
      order_line: line.reference,
      quantity,
      location: selection.location,
      redeemed_at: now,
      clock_offset_ms: clock.offsetMs(),
    });
    if (appended.kind === 'failed') return refused('redeem.not_recorded', appended.message);
    sync.appended();
    events.emit('changed');
    return this.#resultOf(selection, line);
  }

  #resultOf(selection: DoorSelection, line: OrderLineRecord): CommandResult {
    return { ok: true, add_on: this.#stateOf(selection.event, line) };
  }

  #linesOf({ event }: DoorSelection, order: string): readonly OrderLineRecord[] {
    return this.#parts.replica.orderLines(event, order);
  }

  #own(line: OrderLineRecord) {
    return this.#parts.journal.redemptionsOf(line.reference);
  }

  #stateOf(event: string, line: OrderLineRecord): AddOnState {
    const name = this.#nameOf(event, line);
    const { reference: order_line, order, add_on, quantity, order_status, session } = line;
    const { redeemed, remaining } = factsOfLine(line, this.#own(line));
    const about = { order_line, order, order_status, add_on, name, session };
    return { ...about, quantity, redeemed, remaining };
  }

  #nameOf(event: string, { add_on }: OrderLineRecord): string | null {
    const addOns = this.#parts.replica.setup(event)?.add_ons ?? [];
    return addOns.find(({ reference }) => reference === add_on)?.name ?? null;
  }
}

const UNREAD = refused('redeem.unread', 'The add-ons cannot be read at the moment.');
