import type { FoundProblem } from '../../../shared/console/import-problems.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { getSellable, placesLeft } from '../../domain/places/sellables.ts';
import { isOpen } from '../../domain/sales/confirm-order.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { letOthersWork } from '../file/import-source.ts';
import { listContactsByEmailKey } from '../../store/contacts.ts';
import { seatKey } from '../../store/lists/name-words.ts';
import { findTicketPlaces, type TicketRow } from '../../store/tickets.ts';
import type { ImportLine } from '../lines/import-line.ts';
import { describeDecision } from './describe-decision.ts';
import { Pace } from './pace.ts';
import { linesIn, type Staging, type WantedSeat } from '../staging/staging.ts';
import { sameNames } from './compare-ticket.ts';
import { orderDifferences } from './compare-order.ts';
import { decideBatch, type DecidedBatch } from './decide-batch.ts';
import { isNo, type Decision } from './decide.ts';
import { Tally, type ImportCounts } from './import-counts.ts';
import type { ImportContext } from './import-context.ts';

/**
 * What the file would come to, with every problem that lines have with each other and with the event: nothing is written. Outcomes and problems are in
 * the staging.
 */
export async function planImport(
  database: Pick<Database, 'read' | 'turnMs'>,
  context: ImportContext,
  onCompared: (lines: number) => void,
): Promise<ImportCounts> {
  const { staging } = context.staged;
  const tally = new Tally();
  const pace = new Pace(database);
  let lines = 0;
  for (const groups of staging.batches(pace)) {
    pace.begin();
    await database.read(async (tx) => {
      const batch = await decideBatch(tx, context, groups);
      for (const { group, decisions } of batch.groups) {
        tally.add(decisions, group.isOrder);
        const differing = orderDifferences(decisions, group.isOrder, batch.known);
        for (const parts of differing.values()) tally.addOrderParts(parts);
        for (const decision of decisions) {
          staging.addOutcome(describeDecision(decision, differing.get(decision.line)));
          note(staging, decision, batch);
        }
      }
      await noteNames(tx, context, batch);
    });
    const size = linesIn(groups);
    pace.end(size);
    lines += size;
    onCompared(lines);
    await letOthersWork();
  }
  await database.read((tx) => findSoldOut(tx, context));
  await findTakenSeats(database, context);
  return tally.counts;
}

/** Notes what a decision takes and gives back. */
function note(staging: Staging, decision: Decision, batch: DecidedBatch): void {
  const { line } = decision;
  switch (decision.kind) {
    case 'new':
      if (!isNo(line)) wantSeats(staging, line, null);
      if (line.standing === 'valid') wantPlaces(staging, line, line.quantity);
      break;
    case 'paid':
      wantSeats(staging, line, null);
      wantPlaces(staging, line, line.quantity);
      break;
    case 'changed':
      noteChange(staging, decision, batch);
      break;
    case 'cancelled':
      for (const ticket of decision.match.tickets) {
        staging.freeSeat(ticket.id);
        if (!isVoid(ticket.status)) staging.want(`ticket ${ticket.ticket_type_id}`, line.line, -1);
      }
      break;
    case 'skipped':
      if (decision.taken !== undefined)
        staging.addProblem({ line: line.line, ...takenBy(decision.taken, line) });
      break;
    case 'differs':
    case 'unchanged':
      break;
  }
}

function takenBy({ reference, code }: TicketRow, { order }: ImportLine): FoundProblem {
  const values = { code: code ?? '', ticket: reference, order: order ?? '' };
  return { kind: 'code_elsewhere', values };
}

function noteChange(
  staging: Staging,
  { line, match, parts }: Extract<Decision, { readonly kind: 'changed' }>,
  { known }: DecidedBatch,
): void {
  const [ticket] = match.tickets;
  if (isOpen(match.order)) {
    wantSeats(staging, line, null);
    return;
  }
  if (parts.some((part) => part === 'seat' || part === 'session' || part === 'status')) {
    for (const { id } of match.tickets) staging.freeSeat(id);
    wantSeats(staging, line, ticket?.reference ?? null);
  }
  if (parts.some((part) => part === 'type' || part === 'status' || part === 'quantity')) {
    for (const { status, ticket_type_id } of match.tickets)
      if (!isVoid(status)) staging.want(`ticket ${ticket_type_id}`, line.line, -1);
    wantPlaces(staging, { ...line, add_ons: [] }, line.quantity);
  }
  if (!parts.includes('code')) return;
  for (const code of line.codes ?? []) {
    const other = known.tickets.byCode
      .get(code)
      ?.find(({ id }) => !match.tickets.some((own) => own.id === id));
    if (other !== undefined)
      staging.addProblem({
        line: line.line,
        kind: 'code_taken',
        values: { code, ticket: other.reference },
      });
  }
}

function wantSeats(staging: Staging, line: ImportLine, own: string | null): void {
  for (const label of line.seats ?? []) {
    const key = seatKey(label);
    if (key !== null) staging.wantSeat(line.line, line.session_id, { key, label }, own);
  }
}

function wantPlaces(staging: Staging, line: ImportLine, quantity: number): void {
  // A line without a type is a problem already.
  if (line.ticket_type_id !== null)
    staging.want(`ticket ${line.ticket_type_id}`, line.line, quantity);
  for (const addOn of line.add_ons) staging.want(`add_on ${addOn.id}`, line.line, addOn.quantity);
}

/** Notes whom the organiser knows by another name than the file does. */
async function noteNames(
  tx: ReadTransaction,
  { staged: { staging }, catalogue }: ImportContext,
  { groups }: DecidedBatch,
): Promise<void> {
  const people = groups.flatMap(({ decisions }) =>
    decisions
      .filter(({ kind }) => kind === 'new')
      .flatMap(({ line }) => [line.holder, line.buyer])
      .filter((person) => person !== null),
  );
  const keys = people.flatMap(({ email_key }) => email_key ?? []);
  const known = await listContactsByEmailKey(tx, catalogue.event.organiser_id, keys);
  for (const contact of known) {
    const isOther = people.some(
      (person) =>
        person.email_key === contact.email_key &&
        (person.first_name !== null || person.last_name !== null) &&
        !sameNames(person, contact),
    );
    const isNamed = contact.first_name !== null || contact.last_name !== null;
    if (isOther && isNamed) staging.noteOtherName(contact.email_key ?? '');
  }
}

async function findSoldOut(
  tx: ReadTransaction,
  { staged: { staging } }: ImportContext,
): Promise<void> {
  for (const { place, quantity } of staging.readWanted()) {
    const [kind, id] = place.split(' ');
    const ids = {
      ticket_type_id: kind === 'ticket' ? Number(id) : null,
      add_on_id: kind === 'add_on' ? Number(id) : null,
    };
    const sellable = await getSellable(tx, ids);
    const left = await placesLeft(tx, sellable);
    if (left === null || quantity <= left) continue;
    staging.addProblem({
      line: staging.lineBeyond(place, left),
      kind: 'sold_out',
      values: { name: sellable.row.name, left, wanted: quantity },
    });
  }
}

const SEATS_AT_ONCE = 500;

async function findTakenSeats(
  database: Pick<Database, 'read'>,
  { staged: { staging }, eventId }: ImportContext,
): Promise<void> {
  let after = 0;
  for (;;) {
    const wanted = staging.readWantedSeats(after, SEATS_AT_ONCE);
    const last = wanted.at(-1);
    if (last === undefined) return;
    const keys = [...new Set(wanted.map(({ seat }) => seat))];
    const taken = await database.read((tx) => findTicketPlaces.bySeatKeys(tx, eventId, keys));
    const bySeat = Map.groupBy(taken, ({ seat_key }) => seat_key ?? '');
    for (const seat of wanted) {
      const holder = bySeat.get(seat.seat)?.find((ticket) => isTaken(staging, seat, ticket));
      if (holder === undefined) continue;
      const values = { seat: seat.label, ticket: holder.reference };
      staging.addProblem({ line: seat.line, kind: 'seat_taken', values });
    }
    after = last.id;
    await letOthersWork();
  }
}

function isTaken(
  staging: Staging,
  { session, own }: WantedSeat,
  ticket: { readonly id: number; readonly reference: string; readonly session_id: number | null },
): boolean {
  return (
    ticket.session_id === session && ticket.reference !== own && !staging.isSeatFreed(ticket.id)
  );
}
