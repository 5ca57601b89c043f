import type { ScanResult } from '../../shared/contract/resources.ts';
import type { Instant } from '../../shared/instant.ts';
import type { TicketStatus } from '../../shared/verdict/facts.ts';
import type { Reason } from '../../shared/verdict/reason.ts';

/**
 * What happened, as the catalogue of specification §6.4 tells it, recorded by the services in the transaction of the change.
 * Times are instants; whoever sends an event writes them in the webhook format. Keys that §6.4 omits are left out.
 */
export type DomainEvent = DomainEventBody & {
  readonly organiser_id: number;
  /** The event it belongs to; null for account-level events. */
  readonly event_id: number | null;
};

export type DomainEventBody =
  | { readonly name: 'order.created'; readonly data: OrderCreated }
  | { readonly name: 'order.refunded'; readonly data: OrderRefunded }
  | { readonly name: 'order.cancelled'; readonly data: OrderCancelled }
  | { readonly name: 'ticket.scanned'; readonly data: TicketScanned }
  | { readonly name: 'ticket.updated'; readonly data: TicketUpdated }
  | { readonly name: 'add_on.redeemed'; readonly data: AddOnRedeemed }
  | { readonly name: 'charge.disputed'; readonly data: ChargeDisputed }
  | { readonly name: 'waitlist.joined'; readonly data: WaitlistMoved }
  | { readonly name: 'waitlist.offered'; readonly data: WaitlistMoved }
  | { readonly name: 'waitlist.converted'; readonly data: WaitlistMoved }
  | { readonly name: 'session.cancelled'; readonly data: SessionCancelled };

interface OrderCreated {
  readonly order: string;
  readonly status: 'paid' | 'free_confirmed';
  readonly currency: string;
  readonly total: number;
  readonly application_fee: number;
  readonly event: string | null;
  readonly contact_email: string | null;
  readonly tickets: number;
}

interface OrderRefunded {
  readonly order: string;
  /** Absent, like `fee_reversed`, when the refund was made in the processor's dashboard. */
  readonly refund?: string;
  readonly amount: number;
  readonly fee_reversed?: number;
  readonly fully_refunded: boolean;
}

interface OrderCancelled {
  readonly order: string;
  readonly reason: string | null;
}

interface TicketScanned {
  readonly ticket: string;
  readonly event: string;
  readonly result: ScanResult;
  readonly reason: Reason;
  readonly scanner_location: string | null;
  readonly scanned_at: Instant;
}

interface TicketUpdated {
  readonly ticket: string;
  readonly event: string;
  readonly status: TicketStatus;
  readonly ticket_type: string | null;
  readonly revision: number;
  readonly updated_at: Instant | null;
}

interface AddOnRedeemed {
  readonly order_line: string;
  readonly add_on: string | null;
  readonly event: string;
  readonly quantity: number;
  readonly remaining: number;
  readonly scanner_location: string | null;
  readonly redeemed_at: Instant;
}

interface ChargeDisputed {
  readonly dispute: string | null;
  readonly charge: string | null;
  readonly amount: number | null;
  readonly reason: string | null;
}

interface WaitlistMoved {
  readonly waitlist_entry: string;
  readonly status: 'waiting' | 'offered' | 'converted';
  readonly email: string;
  readonly quantity: number;
  readonly event: string | null;
  readonly sellable: string | null;
  readonly order: string | null;
}

interface SessionCancelled {
  readonly session: string;
  readonly event: string;
  readonly name: string | null;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly tickets: number;
}
