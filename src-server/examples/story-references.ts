import { cloakroomLine } from './add-ons.ts';
import { ada, grace } from './contacts.ts';
import { balcony, gala, northGate, southGate, stalls } from './events.ts';
import type { Json } from './example.ts';
import { adaOrder, boughtOrder, graceOrder } from './orders.ts';
import { arrival } from './scans.ts';
import { saturday } from './sessions.ts';
import { adaTicket, graceTicket } from './tickets.ts';
import { subscription } from './webhooks.ts';

/** What the samples of requests name. */
const named = {
  event: gala.reference,
  ticket: adaTicket.reference,
  otherTicket: graceTicket.reference,
  contact: ada.reference,
  otherContact: grace.reference,
  order: adaOrder.reference,
  otherOrder: graceOrder.reference,
  placedOrder: boughtOrder,
  ticketType: stalls.reference,
  otherTicketType: balcony.reference,
  location: northGate.reference,
  otherLocation: southGate.reference,
  scan: arrival.reference,
  addOnLine: cloakroomLine.reference,
  session: saturday.reference,
  receiver: subscription.url,
} as const;

/** The same of a server with demo data, whose samples can be tried as they are. Null where it has none. */
export type DemoReferences = Readonly<Record<keyof typeof named, string | null>>;

type Own = ReadonlyMap<string, string | null>;

/** The server's own reference by that of the story. */
function ownReferences(demo: DemoReferences): Own {
  const own: Readonly<Record<string, string | null>> = demo;
  return new Map(Object.entries(named).map(([name, reference]) => [reference, own[name] ?? null]));
}

/** A request with the server's own references. Members that name what it has none of are left out. */
export function requestInDemo(request: Json, demo: DemoReferences): Json {
  return rename(request, ownReferences(demo));
}

/** The same of what is whole, such as an answer: what the server has none of stays that of the story. */
export function storyInDemo<Story extends Json>(story: Story, demo: DemoReferences): Story {
  const own = [...ownReferences(demo)].filter(([, reference]) => reference !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts become other texts
  return rename(story, new Map(own)) as Story;
}

function rename(value: Json, own: Own): Json {
  if (typeof value === 'string') return own.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: Json) => rename(item, own));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([, member]) => typeof member !== 'string' || own.get(member) !== null,
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, rename(member, own)]));
}
