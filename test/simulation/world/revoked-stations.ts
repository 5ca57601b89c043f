import { earliestOf } from '../../support/station/records.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importJournal } from '../../../src-server/domain/scans/import-journal.ts';
import { findClient } from '../../../src-server/store/access/clients.ts';
import { listStationKeys } from '../../../src-server/store/access/stations.ts';
import { withFiles } from './under-way.ts';
import type { StationHost } from './station-host.ts';
import type { World } from './world.ts';

const EVERYTHING = 1_000_000;
/** The server accepts scans from up to a day after the revocation. */
const GRACE_MS = 86_400_000;

/** Hands the sealed files in at the server twice; the second time must change nothing. */
export async function handInJournals(world: World): Promise<void> {
  const { server, time } = world;
  for (const index of world.revoked.keys()) {
    const station = world.stations[index];
    const path = station?.givenUp?.sealedAs ?? null;
    if (path === null) continue;
    const client = station?.parts.address.client_id ?? '';
    const hasShownKey = await time.finish(
      server.database.read(async (tx) => {
        const owner = await findClient(tx, client);
        return owner !== undefined && (await listStationKeys(tx, owner.id)).length > 0;
      }),
      'the keys of a station',
    );
    const trust = { acceptsLate: false, acceptsUnknownKey: !hasShownKey };
    const handIn = async () => {
      const importing = withFiles(() => importJournal(server.database, path, trust));
      const [taken] = await time.finish(importing, 'a journal that is handed in');
      if (taken === undefined) throw new Error('expected a section of the sealed journal');
      return taken;
    };
    const first = await handIn();
    server.scannedAtMs = time.nowMs;
    server.redeemedAtMs = time.nowMs;
    server.releasedAtMs = time.nowMs;
    const again = await handIn();
    const lost = Object.entries(first.refused).filter(([code]) => code !== 'station.revoked');
    if (lost.length > 0 || first.changed > 0 || first.missing > 0) {
      world.break(`S${index + 1} hands in what is not taken: ${JSON.stringify(first)}`);
    }
    if (again.scans.recorded + again.redemptions.recorded + again.releases.recorded > 0) {
      world.break(`S${index + 1} hands in twice what is taken twice`);
    }
  }
}

/** Whether the station made this scan more than a day after its revocation by its own clock, so that the server rejects it. */
export function isElsewhere(world: World, index: number, atMs: number): boolean {
  const revokedAt = world.revoked.get(index);
  return revokedAt !== undefined && atMs > revokedAt + GRACE_MS;
}

/** A revoked station holds no data except its sealed file. */
export function checkGivenUp(world: World, station: StationHost): void {
  const { name } = station.parts;
  world.checkReachable(station);
  if (!station.isReachable) return;
  const { journal, replica } = station;
  if (station.state()?.phase.kind !== 'revoked')
    world.break(`${name} does not say that it was revoked`);
  const rows = journal?.recentRequests(EVERYTHING).length;
  if (rows !== 0 || journal?.verify().kind !== 'whole') {
    world.break(`${name} keeps ${String(rows)} rows of its journal`);
  }
  if (world.tickets.some((ticket) => earliestOf(replica, ticket) !== null)) {
    world.break(`${name} knows of admissions after it was revoked`);
  }
  for (const path of [station.journalPath, station.replicaPath]) {
    const files = readdirSync(dirname(path)).filter(
      (file) => file.startsWith(basename(path)) && !file.endsWith('-shm'),
    );
    for (const file of files) {
      const bytes = readFileSync(join(dirname(path), file), 'latin1');
      if (/(?:tkt|scn)_[0-9a-z]{26}/.test(bytes)) world.break(`${name} keeps names in ${file}`);
    }
  }
  const isLinked = world.stations.some(
    ({ parts }) => parts.name !== name && world.venue.isLinked(name, parts.name),
  );
  if (station.peerFacts > 0) world.break(`${name} keeps what its neighbours have said`);
  if (isLinked) world.break(`${name} talks to its neighbours after it was revoked`);
}
