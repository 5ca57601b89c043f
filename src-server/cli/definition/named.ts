import { formatInZone } from '../../../shared/local-time.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { chooseSoldCode, soldCodeKeys } from '../../../shared/ticket-code/sold-code.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { listOrganisers } from '../../store/access/organisers.ts';
import { listAddOns } from '../../store/add-ons.ts';
import { listQuestions } from '../../store/answers.ts';
import { listEventRows, type EventRow } from '../../store/events.ts';
import { listLocations } from '../../store/locations.ts';
import { listOrdersByExternalId } from '../../store/orders.ts';
import { listEventSessions } from '../../store/sessions.ts';
import { listTicketTypes } from '../../store/ticket-types.ts';
import { listTicketsByCodeKey, listTicketsByExternalId } from '../../store/tickets.ts';
import { isEventSlug, referenceOfEvent } from '../../domain/events/event-slugs.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { firstNames, listNames } from '../../rules/known-names.ts';
import { requireEvent } from '../../rules/require-row.ts';
import type { namedBy } from './named-by.ts';

/** Something of an event that people call by a name. */
interface Named {
  readonly reference: string;
  /** The first that it has is the one that is shown. */
  readonly names: readonly (string | null)[];
  /** Archived or cancelled: meant only where nothing else has the name. */
  readonly isOver: boolean;
}

interface NamedKind {
  readonly what: string;
  readonly prefix: string;
  readonly list: (tx: ReadTransaction, event: EventRow) => Promise<readonly Named[]>;
}

/** Of which an event has very many: only those are read that are called something. */
interface NumberedKind {
  readonly what: string;
  readonly prefix: string;
  readonly find: (
    tx: ReadTransaction,
    event: EventRow,
    number: string,
  ) => Promise<readonly Named[]>;
}

type Kind = NamedKind | NumberedKind;

const ticketType: NamedKind = {
  what: 'ticket type',
  prefix: 'tt_',
  list: async (tx, { id }) =>
    (await listTicketTypes(tx, id)).map(({ reference, name }) => ({
      reference,
      names: [name],
      isOver: false,
    })),
};

const addOn: NamedKind = {
  what: 'add-on',
  prefix: 'adn_',
  list: async (tx, { id }) =>
    (await listAddOns(tx, id)).map(({ reference, name, archived_at }) => ({
      reference,
      names: [name],
      isOver: archived_at !== null,
    })),
};

/** By its name, or by its start on the clocks of the event: `2026-12-12 19:00`, or the day. */
const session: NamedKind = {
  what: 'session',
  prefix: 'ses_',
  list: async (tx, { id, timezone }) =>
    (await listEventSessions(tx, id)).map(({ reference, name, starts_at, cancelled_at }) => {
      const start = formatInZone(starts_at, timezone).slice(0, 16);
      const names = [name, start.replace('T', ' '), start, start.slice(0, 10)];
      return { reference, names, isOver: cancelled_at !== null };
    }),
};

const location: NamedKind = {
  what: 'entry point',
  prefix: 'loc_',
  list: async (tx, { id }) =>
    (await listLocations(tx, id)).map(({ reference, name, archived_at }) => ({
      reference,
      names: [name],
      isOver: archived_at !== null,
    })),
};

/** By its key, or by what it asks. */
const question: NamedKind = {
  what: 'question',
  prefix: 'qst_',
  list: async (tx, { id }) =>
    (await listQuestions(tx, id)).map(({ reference, key, label, archived_at }) => ({
      reference,
      names: [key, label],
      isOver: archived_at !== null,
    })),
};

/** By its number in the shop that sold it. */
const order: NumberedKind = {
  what: 'order',
  prefix: 'ord_',
  find: async (tx, { id }, number) =>
    (await listOrdersByExternalId(tx, id, [number])).map(({ reference }) => ({
      reference,
      names: [number],
      isOver: false,
    })),
};

/** By its number in the shop that sold it, or by its code there, which is found as a door finds it. */
const ticket: NumberedKind = {
  what: 'ticket',
  prefix: 'tkt_',
  find: async (tx, { id }, number) => {
    const coded = await listTicketsByCodeKey(tx, id, soldCodeKeys(number));
    const chosen = chooseSoldCode(number, coded);
    const found = [
      ...(await listTicketsByExternalId(tx, id, number)),
      ...(chosen.kind === 'found' ? [chosen.sold] : coded),
    ];
    const rows = new Map(found.map((row) => [row.reference, row]));
    return [...rows.values()].map(({ reference, superseded_by, deleted_at }) => ({
      reference,
      names: [number],
      isOver: superseded_by !== null || deleted_at !== null,
    }));
  },
};

/** What a placeholder takes besides references. */
const kinds: Readonly<Record<Exclude<keyof typeof namedBy, 'ORG'>, readonly Kind[]>> = {
  TT: [ticketType],
  ADN: [addOn],
  'ADN:QTY': [addOn],
  SES: [session],
  LOC: [location],
  LOCS: [location],
  QST: [question],
  REF: [ticketType, addOn],
  ORD: [order],
  TKT: [ticket],
};

export function namedKindsOf(placeholder: string | undefined): readonly Kind[] {
  return Object.entries(kinds).find(([known]) => known === placeholder)?.[1] ?? [];
}

/** Whether the text is a name and no reference of these kinds. */
export function isName(known: readonly Pick<Kind, 'prefix'>[], text: string): boolean {
  return known.length > 0 && text !== '' && !known.some(({ prefix }) => text.startsWith(prefix));
}

interface Scope {
  /** Null: any of `granted`. */
  readonly event: EventRow | null;
  /** Null: every event that is not archived, of the organiser if one is named. */
  readonly granted: readonly EventRow[] | null;
  readonly organiser: string | null;
}

/**
 * The reference of what a person calls `name`, in any letter case; `SLUG/NAME` says of which event. Throws a `DomainError` where nothing or
 * several things have that name.
 */
export async function referenceOfNamed(
  tx: ReadTransaction,
  known: readonly Kind[],
  name: string,
  { event, granted, organiser }: Scope,
): Promise<string> {
  const slash = name.indexOf('/');
  const slug = name.slice(0, Math.max(0, slash));
  const events = event === null ? (granted ?? (await eventsOf(tx, organiser))) : [event];
  let found = await search(tx, known, name, events);
  let owner = event;
  if (found.length === 0 && event === null && slug !== '' && isEventSlug(slug)) {
    owner = await requireEvent(tx, await referenceOfSlug(tx, slug, organiser));
    found = await search(tx, known, name.slice(slash + 1), [owner]);
  }
  const what = known.map((kind) => kind.what).join(' or ');
  const [first, ...others] = found;
  if (first === undefined) {
    const sought = event === owner ? name : name.slice(slash + 1);
    const isNumbered = known.some((kind) => 'find' in kind);
    const where = owner === null ? '' : ` in ${owner.slug}`;
    const there =
      owner === null
        ? `; there are ${listNames(firstNames(await qualifiedNames(tx, known, events)))}`
        : `; it has ${listNames(firstNames(await namesIn(tx, known, owner)))}`;
    throw new DomainError(
      'resource.not_found',
      `There is no ${what} ${sought}${where}${isNumbered ? '' : there}.`,
    );
  }
  if (others.length === 0) return first.reference;
  const shown = listNames(firstNames(found.map((one) => `${one.reference} (${one.event.slug})`)));
  const isOfOneEvent = others.every((one) => one.event.id === first.event.id);
  const remedy = isOfOneEvent
    ? 'Name it by its reference.'
    : `Name it with its event, such as ${first.event.slug}/${name}.`;
  throw new DomainError('validation.failed', `Several are called ${name}: ${shown}. ${remedy}`);
}

/** What a person could have meant: the names of all that is in use. Nothing of numbers. */
async function namesIn(
  tx: ReadTransaction,
  known: readonly Kind[],
  event: EventRow,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const kind of known) {
    if ('find' in kind) continue;
    const all = (await kind.list(tx, event)).filter(({ isOver }) => !isOver);
    names.push(...all.flatMap((one) => one.names.find((name) => name !== null) ?? []));
  }
  return names;
}

/** As they are written where no event is named: `summer-party/Admission`. */
async function qualifiedNames(
  tx: ReadTransaction,
  known: readonly Kind[],
  events: readonly EventRow[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const event of events)
    names.push(...(await namesIn(tx, known, event)).map((name) => `${event.slug}/${name}`));
  return names;
}

async function eventsOf(
  tx: ReadTransaction,
  organiser: string | null,
): Promise<readonly EventRow[]> {
  const id = (await listOrganisers(tx)).find(({ reference }) => reference === organiser)?.id;
  return listEventRows(tx, id ?? null);
}

/** The slugs of the events that are not archived, of the organiser if one is named. */
export async function listEventSlugs(
  tx: ReadTransaction,
  organiser: string | null,
): Promise<string> {
  return listNames(firstNames((await eventsOf(tx, organiser)).map(({ slug }) => slug)));
}

/** The reference of the event of that slug. Throws a `DomainError` that says which there are. */
export async function referenceOfSlug(
  tx: ReadTransaction,
  slug: string,
  organiser: string | null,
): Promise<string> {
  try {
    return await referenceOfEvent(tx, slug, organiser);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'resource.not_found') throw error;
    const [where, known] = [organiser ?? 'the database', await listEventSlugs(tx, organiser)];
    const message = `There is no event ${slug}; ${where} has ${known}.`;
    throw new DomainError('resource.not_found', message, 'event');
  }
}

type Found = Named & { readonly event: EventRow };

/** Exact names win over other letter cases, and what is in use over what is over. */
async function search(
  tx: ReadTransaction,
  known: readonly Kind[],
  name: string,
  events: readonly EventRow[],
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const event of events) {
    for (const kind of known) {
      const all = await ('find' in kind ? kind.find(tx, event, name) : kind.list(tx, event));
      found.push(...all.filter((one) => isCalled(one, name)).map((one) => ({ ...one, event })));
    }
  }
  const inUse = found.filter(({ isOver }) => !isOver);
  const best = inUse.length > 0 ? inUse : found;
  const exact = best.filter(({ names }) => names.includes(name));
  return exact.length > 0 ? exact : best;
}

function isCalled({ names }: Named, name: string): boolean {
  return names.some((one) => one !== null && nameKey(one) === nameKey(name));
}

/** The reference of an organiser whom a person names. Throws a `DomainError`. */
export async function referenceOfOrganiser(tx: ReadTransaction, name: string): Promise<string> {
  const all = await listOrganisers(tx);
  const found = all.filter(({ display_name }) => nameKey(display_name) === nameKey(name));
  const [first, ...others] = found;
  if (first === undefined) {
    const known = listNames(firstNames(all.map(({ display_name }) => display_name)));
    throw new DomainError(
      'resource.not_found',
      `There is no organiser ${name}; the database has ${known}.`,
    );
  }
  if (others.length === 0) return first.reference;
  const shown: string[] = [];
  for (const { reference } of found)
    shown.push(`${reference} (events: ${await listEventSlugs(tx, reference)})`);
  throw new DomainError(
    'validation.failed',
    `Several organisers are called ${name}: ${shown.join(', ')}. Name one by its reference.`,
  );
}
