import { earliestOf } from '../../support/station/records.ts';
import { STREAM_HEARTBEAT_MS } from '../../../shared/resources/event-stream.ts';
import { instantFromMillis, MICROS_PER_SECOND } from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../../src-server/database/transaction.ts';
import type { StationHost } from './station-host.ts';
import { MOST_REQUESTS, type World } from './world.ts';

/** Error of the corrected clock: a `Date` header has whole seconds, and half of a slow answer's round trip is unknown. */
const CLOCK_MICROS = 4 * MICROS_PER_SECOND;
/** A list that was just requested is requested again no sooner than this after a change. */
const NOTICE_GAP_MS = 5_000;
const MARGIN_MS = 3_000;

/** What has changed since the world began. */
function readChanged(tx: ReadTransaction, startsAt: number) {
  const start = instantFromMillis(startsAt);
  return Promise.all([
    tx.db
      .selectFrom('tickets')
      .select(['id', 'reference', 'updated_at'])
      .where('updated_at', '>=', start)
      .execute(),
    tx.db
      .selectFrom('entry_scans')
      .select(['ticket_id', 'result', 'created_at'])
      .where('created_at', '>=', start)
      .execute(),
  ]);
}

/** A station holds every change up to the moment that it gives for its data. */
export async function checkComplete(world: World): Promise<void> {
  const { server, time, parts } = world;
  const stations = world.working.filter(({ isOpen, isClockRight }) => isOpen && isClockRight);
  if (!server.isUp || stations.length === 0) return;
  const reading = server.database.read((tx) => readChanged(tx, time.startsAt));
  const [tickets, scans] = await time.finish(reading, 'what has changed');
  const { event, elsewhere } = parts.template;
  const byId = new Map(tickets.map(({ id, reference }) => [id, reference]));
  for (const station of stations) {
    const { fresh_at: fresh } = station.state()?.sync ?? {};
    const { replica } = station;
    if (fresh === undefined || replica === null) continue;
    const isDue = (at: number, until: string | null) =>
      until !== null && at < Date.parse(until) * 1000 - CLOCK_MICROS;
    for (const { reference, updated_at: at } of tickets) {
      if (elsewhere.includes(reference) || !isDue(at, fresh.tickets)) continue;
      if ((replica.findTicket(event, reference)?.updated_at ?? 0) >= at) continue;
      world.break(`${station.parts.name} says ${fresh.tickets}, and lacks ${reference} of then`);
    }
    for (const { ticket_id: id, result, created_at: at } of scans) {
      const ticket = byId.get(id);
      if (result !== 'allowed' || ticket === undefined || !isDue(at, fresh.scans)) continue;
      if (earliestOf(replica, ticket) !== null) continue;
      world.break(`${station.parts.name} says ${fresh.scans}, and lacks an admission of ${ticket}`);
    }
  }
}

/** While everything is well and quiet, no screen says that its data is older than the server's heartbeat interval. */
export async function checkAges(world: World): Promise<void> {
  if (world.parts.plan.rateLimit < MOST_REQUESTS) return;
  for (let times = 0; times < 7; times += 1) {
    await world.time.pass(5_000);
    for (const station of world.working) checkAge(world, station);
  }
}

function checkAge(world: World, station: StationHost): void {
  const { scans, tickets } = station.state()?.sync.fresh_at ?? {};
  if (typeof scans !== 'string' || typeof tickets !== 'string') return;
  const ageMs = world.time.wallMs - Math.min(Date.parse(scans), Date.parse(tickets));
  if (ageMs <= STREAM_HEARTBEAT_MS + NOTICE_GAP_MS + MARGIN_MS) return;
  world.break(`${station.parts.name} says that its data is ${ageMs} ms old`);
}
