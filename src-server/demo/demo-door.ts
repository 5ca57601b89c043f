import type { Demo, DemoCode } from '../../shared/contract/demo.ts';
import { evaluate } from '../../shared/verdict/evaluate.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { admissionFacts } from '../domain/scans/admission-facts.ts';
import type { DemoCredentials } from './demo-credentials.ts';
import { entryPoint, findAdmission, findAdmissionRow } from '../store/admission-facts.ts';
import { findEvent } from '../store/events.ts';
import { listLocations, type LocationRow } from '../store/locations.ts';
import { listTicketKeys } from '../store/tickets.ts';

/** One code for each that there is, in this order; of the last two the first. */
const shown = [
  ['scanning.allowed'],
  ['scanning.already_scanned'],
  ['scanning.wrong_entry_point'],
  ['scanning.ticket_cancelled', 'scanning.ticket_refunded'],
] as const satisfies readonly (readonly Reason[])[];

/** More tickets than this are not evaluated; the demo's reasons are all among the first hundreds. */
const MOST_ASKED = 1_000;

/** The demo's current event, and codes with what the evaluator says to them now at its first entry point. */
export async function readDemoDoor(
  tx: WriteTransaction,
  { events }: DemoCredentials,
): Promise<Demo['door']> {
  const event = await findEvent(tx, events[0]?.reference ?? '');
  if (event === undefined || event.deleted_at !== null) return null;
  const location = (await listLocations(tx, event.id)).find((one) => one.archived_at === null);
  if (location === undefined) return null;
  const found = await evaluateTickets(tx, event.id, location);
  const codes = shown.flatMap((choice) => {
    const reason = choice.find((one) => found.has(one));
    const code = reason === undefined ? undefined : found.get(reason);
    return code === undefined ? [] : [code];
  });
  const { reference, slug, name, timezone } = event;
  return {
    event: { reference, slug, name, timezone },
    entry_point: entryPoint(location),
    codes: [...codes, unknownCode(reference)],
  };
}

async function evaluateTickets(
  tx: WriteTransaction,
  eventId: number,
  location: LocationRow,
): Promise<ReadonlyMap<Reason, DemoCode>> {
  const found = new Map<Reason, DemoCode>();
  const wanted = shown.flat().length;
  for (const { reference } of await listTicketKeys(tx, { eventId, after: 0, limit: MOST_ASKED })) {
    const row = await findAdmissionRow(tx, reference);
    if (row === undefined) continue;
    const facts = admissionFacts(row, {
      admission: await findAdmission(tx, reference),
      location: entryPoint(location),
      code_issue: null,
      locale: 'en',
    });
    const { reason, message: says } = evaluate(facts, tx.now);
    if (!found.has(reason)) found.set(reason, { code: reference, reason, says });
    if (found.size === wanted) break;
  }
  return found;
}

/** The code of no ticket, the same at every start. */
function unknownCode(event: string): DemoCode {
  const code = event.replace('evt_', 'tkt_');
  return { code, reason: 'unknown_ticket', says: 'Unknown ticket.' };
}
