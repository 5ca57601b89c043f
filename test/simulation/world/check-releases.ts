import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import { JournalReader } from '../../../src-main/adapters/sqlite/journal/journal-reader.ts';
import { readRelease } from '../../../src-main/adapters/sqlite/journal/release-rows.ts';
import { readAttendance } from '../../../src-server/api/resources/attendance.ts';
import type { ReadTransaction } from '../../../src-server/database/transaction.ts';
import { findEvent } from '../../../src-server/store/events.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { Truth } from './read-truth.ts';
import { isElsewhere } from './revoked-stations.ts';
import type { StationHost } from './station-host.ts';
import type { World } from './world.ts';

/** What was undone, who went out and what was overruled is on the server as it was shown, once, and counts once. */
export async function checkReleases(world: World, truth: Truth): Promise<void> {
  checkShownReleases(world, truth);
  checkBinding(world, truth);
  checkOverruled(world, truth);
  for (const [index, station] of world.stations.entries()) {
    if (!world.revoked.has(index)) checkOwnReleases(world, station, truth);
  }
  await checkAttendance(world);
}

/** Every release that somebody saw is on the server exactly once. */
function checkShownReleases(world: World, { releases, tickets, clients }: Truth): void {
  const ticketById = new Map(tickets.map(({ id, reference }) => [id, reference]));
  const clientById = new Map(clients.map(({ id, client_id }) => [id, client_id]));
  const undone = world.undone.map(({ station, scan, released: { reference, at } }) => {
    return { station, reference, at, says: ['mistake', scan] };
  });
  const left = world.shown
    .filter(({ outcome }) => outcome.kind === 'left')
    .map(({ station, outcome: { reference, scanned_at: at, ticket } }) => {
      return { station, reference, at, says: ['exit', ticket] };
    });
  for (const { station, reference, at, says } of [...undone, ...left]) {
    const found = releases.filter((release) => release.reference === reference);
    const [release] = found;
    if (release === undefined && isElsewhere(world, station, Date.parse(at))) continue;
    if (release === undefined || found.length !== 1) {
      world.break(`release ${reference} is ${found.length} times on the server`);
      continue;
    }
    const { kind, scan, ticket_id, released_at, client_id } = release;
    const what = kind === 'exit' ? ticketById.get(ticket_id) : scan;
    const said = [kind, what, formatInstant(released_at), clientById.get(client_id ?? 0)];
    const expected = [...says, at, world.stations[station]?.parts.address.client_id];
    if (JSON.stringify(said) !== JSON.stringify(expected)) {
      world.break(`release ${reference} says ${said.join(' ')}, not ${expected.join(' ')}`);
    }
  }
}

/** A release without a scan ends the earliest admission that was open at its time, and none that another one ends. */
function checkBinding(world: World, { scans, releases }: Truth): void {
  const ends = Map.groupBy(releases, ({ scan }) => scan);
  for (const { reference, scan, is_named, ticket_id, released_at } of releases) {
    if (is_named === 1) continue;
    const open = scans
      .filter(({ ticket_id: of, result }) => of === ticket_id && result === 'allowed')
      .filter((one) => !ends.has(one.reference) && one.scanned_at <= released_at);
    if (scan === null && open.length > 0) {
      world.break(`release ${reference} ends nothing, though ${open[0]?.reference} was open`);
    }
    if (scan === null) continue;
    const ended = scans.find((one) => one.reference === scan);
    if (ended?.result !== 'allowed' || ended.ticket_id !== ticket_id)
      world.break(`release ${reference} ends ${scan}, which admitted nobody`);
    if ((ended?.scanned_at ?? 0) > released_at)
      world.break(`release ${reference} ends ${scan}, which came later`);
    if (open.some((one) => one.scanned_at < (ended?.scanned_at ?? 0)))
      world.break(`release ${reference} ends ${scan}, though an earlier one is open`);
    if ((ends.get(scan)?.length ?? 0) > 1) world.break(`${scan} has two ends, one without a name`);
  }
}

/** A supervisor's word is recorded with its reason, and the server does not dispute it. */
function checkOverruled(world: World, { scans, conflicts }: Truth): void {
  for (const { station, denied, admitted } of world.overruled) {
    const { reference, overruled, scanned_at } = admitted;
    const scan = scans.find((one) => one.reference === reference);
    const denial = scans.find((one) => one.reference === denied);
    if (scan === undefined && isElsewhere(world, station, Date.parse(scanned_at))) continue;
    const said = [scan?.result, scan?.overruled_reason, scan?.overruled_note, scan?.code_issue];
    // A station that was made a box office since: there a reference only names its ticket, and is no code.
    const isNamed = scan?.location_id === null && scan.code_issue === null;
    const isPlain = denial?.code_issue === FIRST_ISSUE;
    const issue = isNamed && isPlain ? null : denial?.code_issue;
    const expected = ['allowed', overruled?.reason, overruled?.note, issue];
    if (overruled?.reason !== denial?.reason || JSON.stringify(said) !== JSON.stringify(expected)) {
      world.break(
        `${reference}, which overrules ${denied}, says ${said.join(' ')}, not ${expected.join(' ')}`,
      );
    }
  }
  for (const { id, reference, overruled_reason: reason } of scans) {
    if (reason === null) continue;
    const isDisputed = conflicts.some(
      ({ scan_id, expected_reason, deleted_at }) =>
        scan_id === id && expected_reason === reason && deleted_at === null,
    );
    if (isDisputed) world.break(`${reference} overrules ${reason}, and the server disputes that`);
    if (reason === 'scanning.ticket_cancelled' || reason === 'scanning.ticket_refunded')
      world.break(`${reference} overrules ${reason}, which the organiser does not allow`);
  }
}

/** The journal and the server have the same releases of the station, and none ends what it knew to have ended. */
function checkOwnReleases(
  world: World,
  station: StationHost,
  { releases, tickets, clients }: Truth,
): void {
  const { name, address } = station.parts;
  const client = clients.find(({ client_id }) => client_id === address.client_id);
  const ticketById = new Map(tickets.map(({ id, reference }) => [id, reference]));
  using reader = JournalReader.open(station.journalPath);
  const rows = [...reader.pages()].flat().filter(({ kind }) => kind === 'release');
  const kept = rows.map(({ reference, ticket, shown }) => {
    const release = readRelease(shown);
    return [reference, ticket, release?.kind, release?.scan ?? null].join(' ');
  });
  const told = releases
    .filter(({ client_id, source }) => client_id === client?.id && source === 'upload')
    .map(({ reference, ticket_id, kind, scan, is_named }) =>
      [reference, ticketById.get(ticket_id), kind, is_named === 1 ? scan : null].join(' '),
    );
  if (kept.toSorted().join('\n') !== told.toSorted().join('\n')) {
    world.break(`${name} has the releases ${kept.join(', ')}, the server ${told.join(', ')}`);
  }
  const ended = rows.flatMap(({ shown }) => readRelease(shown)?.scan ?? []);
  if (new Set(ended).size !== ended.length) world.break(`${name} ended an admission twice`);
}

/** Everybody who was admitted and has not left is inside, whatever the server has counted before. */
export async function checkAttendance(world: World): Promise<void> {
  const { server, time, parts } = world;
  if (!server.isUp) return;
  const read = server.database.read((tx) => readInside(tx, parts.template.event));
  const { told, counted } = await time.finish(read, 'the attendance');
  if (JSON.stringify(told) !== JSON.stringify(counted)) {
    world.break(`attendance says ${JSON.stringify(told)}, not ${JSON.stringify(counted)}`);
  }
}

/** The server's tally, and the same counted from the rows. */
async function readInside(tx: ReadTransaction, reference: string) {
  const event = await findEvent(tx, reference);
  if (event === undefined) throw new Error('expected an event');
  const attendance = await readAttendance(tx, event);
  const { inside, admitted, released, by_location, by_ticket_type: types } = attendance;
  const scans = await tx.db
    .selectFrom('entry_scans as s')
    .leftJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.ticket_id', 's.reference', 'l.reference as location'])
    .where('s.result', '=', 'allowed')
    .where('s.event_id', '=', event.id)
    .execute();
  const releases = await tx.db
    .selectFrom('releases as r')
    .leftJoin('locations as l', 'l.id', 'r.location_id')
    .select(['r.scan', 'r.kind', 'l.reference as location'])
    .where('r.event_id', '=', event.id)
    .execute();
  const ended = new Set(releases.map(({ scan }) => scan));
  const came = new Set(scans.map(({ ticket_id }) => ticket_id));
  const isIn = new Set(
    scans.filter((scan) => !ended.has(scan.reference)).map(({ ticket_id }) => ticket_id),
  );
  const exits = releases.filter(({ kind }) => kind === 'exit');
  const sum = (of: 'inside' | 'admitted') => types.reduce((total, type) => total + type[of], 0);
  const places = by_location.map(({ location }) => location?.reference ?? null);
  const at = (rows: readonly { readonly location: string | null }[]) =>
    places.map((place) => rows.filter(({ location }) => location === place).length);
  return {
    told: {
      all: [inside, admitted, released, sum('inside'), sum('admitted')],
      entries: by_location.map((one) => one.admitted),
      exits: by_location.map((one) => one.exits),
    },
    counted: {
      all: [isIn.size, came.size, came.size - isIn.size, isIn.size, came.size],
      entries: at(scans),
      exits: at(exits),
    },
  };
}
