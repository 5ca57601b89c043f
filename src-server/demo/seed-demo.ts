import { join } from 'node:path';
import { scopes, stationScopes } from '../../shared/contract/scopes.ts';
import type { Database } from '../database/database.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { hasOrganisers, findOrganiser } from '../store/access/organisers.ts';
import type { DemoClient, DemoCredentials } from './demo-credentials.ts';
import { createClient } from '../domain/access/clients.ts';
import { createOrganiser } from '../domain/access/organisers.ts';
import { newDemoOwner } from './demo-owner.ts';
import { readCredentials, writeCredentials } from './demo-file.ts';
import { openingBefore, programme } from './programme.ts';
import { rollForward } from './roll-forward.ts';
import { capTicketTypes, seedOrders } from './seed-orders.ts';
import { cancelDemoSessions, seedEvent, type SeededEvent } from './seed-programme.ts';
import { seedScans } from './seed-scans.ts';

const SEED = 20_261_212;

export interface DemoOptions {
  /** Where `demo.json` keeps the credentials. */
  readonly dataDir: string;
  readonly tickets: number;
}

/**
 * Fills an empty database with a realistic organiser and returns the credentials. On a database that it filled before, returns the
 * same credentials and rolls the dates forward if the first event is over. Returns null for any other database, which it leaves
 * alone.
 */
export async function seedDemo(
  database: Database,
  options: DemoOptions,
): Promise<DemoCredentials | null> {
  const file = join(options.dataDir, 'demo.json');
  const earlier = readCredentials(file);
  // Not awaited yet: a thread hashes the password while the tables are filled.
  const drawn = earlier?.owner === undefined ? newDemoOwner() : null;
  drawn?.catch(() => undefined);
  return database.write(async (tx) => {
    if (earlier !== null && (await findOrganiser(tx, earlier.organiser)) !== undefined) {
      await rollForward(tx, earlier);
      const { owner: known } = earlier;
      if (known !== undefined) return { ...earlier, owner: known };
      const { owner, insert } = await (drawn ?? newDemoOwner());
      await insert(tx, earlier.organiser);
      writeCredentials(file, { ...earlier, owner });
      return { ...earlier, owner };
    }
    if (await hasOrganisers(tx)) return null;
    const filled = await fill(tx, options.tickets);
    const { owner, insert } = await (drawn ?? newDemoOwner());
    const credentials = { ...filled, owner };
    await insert(tx, filled.organiser);
    // Before the commit: a file without rows is rewritten next time, but rows without the file would be inaccessible.
    writeCredentials(file, credentials);
    return credentials;
  });
}

async function fill(
  tx: WriteTransaction,
  tickets: number,
): Promise<Omit<DemoCredentials, 'owner'>> {
  const organiser = await createOrganiser(tx, {
    name: 'Lumen Hall',
    plan: 'enterprise',
    email: 'office@lumen-hall.example',
  });
  const opening = openingBefore(tx.now);
  const random = seededRandom(SEED);
  const seededEvents: SeededEvent[] = [];
  // Lists are newest first, and the programme's first event should head them.
  for (const demo of programme.toReversed()) {
    seededEvents.unshift(await seedEvent(tx, organiser.reference, demo, opening));
  }
  let number = 0;
  const next = () => (number += 1);
  const shares = shareOut(tickets);
  for (const [place, seeded] of seededEvents.entries()) {
    const sale = { tx, random, organiserId: organiser.id, seeded, next };
    const sold = await seedOrders(sale, shares[place] ?? 0);
    await capTicketTypes(sale);
    await cancelDemoSessions(tx, seeded);
    await seedScans(sale, sold);
  }
  return {
    organiser: organiser.reference,
    integrator: await addClient(tx, organiser.reference, 'Integrator', [...scopes]),
    station: await addClient(tx, organiser.reference, 'Station', [
      ...stationScopes,
      'orders:write',
    ]),
    events: seededEvents.map(({ event: { reference, slug } }) => ({ reference, slug })),
  };
}

/** Number of tickets per event; the first gets the rounding remainder. */
function shareOut(tickets: number): number[] {
  const counts = programme.map(({ share }) => Math.floor(tickets * share));
  const rest = tickets - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, place) => (place === 0 ? count + rest : count));
}

async function addClient(
  tx: WriteTransaction,
  organiser: string,
  name: string,
  granted: Parameters<typeof createClient>[1]['scopes'],
): Promise<DemoClient> {
  const { client, client_secret } = await createClient(tx, {
    organiser,
    name,
    scopes: granted,
    events: 'all',
  });
  return { client_id: client.client_id, client_secret };
}

/** Mulberry32: small, fast and deterministic, so that demo data is reproducible. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
