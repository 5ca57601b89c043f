import { earliestOf } from '../../support/station/records.ts';
import {
  REQUESTS_PER_MINUTE,
  STATION_REQUESTS_PER_MINUTE,
} from '../../../shared/contract/rate-limits.ts';
import { formatInstant, instantFromMicros, type Instant } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { issueRead } from '../../../shared/ticket-code/code-payload.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { Released } from '../../../shared/verdict/releases.ts';
import { readUnverified } from '../../../shared/ticket-code/signed-code.ts';
import { reasonOf } from '../../../shared/verdict/evaluate.ts';
import { findAdmission, findAdmissionRow } from '../../../src-server/store/admission-facts.ts';
import { admissionFacts } from '../../../src-server/domain/scans/admission-facts.ts';
import { Chance } from './chance.ts';
import { checkAddOns } from './add-ons-of-world.ts';
import { readTruth, type Truth } from './read-truth.ts';
import { checkReleases } from './check-releases.ts';
import { isGivenBack } from './known-admissions.ts';
import { checkGivenUp, isElsewhere } from './revoked-stations.ts';
import type { StationHost } from './station-host.ts';
import { calm } from './network.ts';
import { MOST_STATIONS } from './template.ts';
import type { Shown } from './world-parts.ts';
import type { World } from './world.ts';

const WINDOW_MS = 60_000;
const EVERYTHING = 1_000_000;

/** Whether neither the server nor any station has work left. */
export function isQuiet(world: World, sinceMs: number): boolean {
  const { server, time, parts } = world;
  // A time in the future was written while the station's clock was wrong.
  const isAfter = (at: string | null, changedAtMs: number) =>
    at !== null &&
    Date.parse(at) > time.startsAt + Math.max(sinceMs, changedAtMs) + FRESH_MARGIN_MS &&
    Date.parse(at) < time.wallMs + FRESH_MARGIN_MS;
  return world.stations.every((station) => {
    const state = station.state();
    if (world.revoked.has(world.stations.indexOf(station))) {
      return station.givenUp !== null || !station.isReachable;
    }
    if (state === null || state.phase.kind !== 'ready') return false;
    const { connection, queued, needs_attention: attention, fresh_at: fresh } = state.sync;
    const areFresh =
      isAfter(fresh.scans, server.scannedAtMs) &&
      isAfter(fresh.tickets, server.changedAtMs) &&
      (parts.plan.isBare ||
        (isAfter(freshOf(world, station, 'order_lines'), server.redeemedAtMs) &&
          isAfter(freshOf(world, station, 'releases'), latestOf(server)))) &&
      (!parts.plan.waitsForSetup || isAfter(fresh.setup, server.changedAtMs));
    return connection.kind === 'live' && queued === 0 && attention === 0 && areFresh;
  });
}

/** When something last happened that may have recorded a release, or changed what one ends. */
function latestOf({ scannedAtMs, releasedAtMs, changedAtMs }: World['server']): number {
  return Math.max(scannedAtMs, releasedAtMs, changedAtMs);
}

function freshOf(
  { parts }: World,
  { replica }: StationHost,
  list: 'order_lines' | 'releases',
): string | null {
  const fresh = replica?.position(parts.template.event, list).fresh_at ?? null;
  return fresh === null ? null : formatInstant(fresh);
}

/** A walk that began this long after the last change has seen it, despite clock errors. */
const FRESH_MARGIN_MS = 6_000;

/** Describes what keeps each station from being quiet. */
export function describeUnrest(world: World): string {
  return world.stations
    .map((station) => {
      const state = station.state();
      return `${station.parts.name} ${state === null ? 'is not open' : JSON.stringify([state.phase, state.sync])}`;
    })
    .join('; ');
}

/** Checks what must hold once everything is quiet. */
export async function checkWorld(world: World): Promise<void> {
  const truth = await world.time.finish(world.server.database.read(readTruth), 'the truth');
  if (world.parts.plan.isBare) checkCheckIns(world, truth);
  else checkShown(world, truth);
  checkConflicts(world, truth);
  checkFalseDenials(world, truth);
  for (const [index, station] of world.stations.entries()) {
    checkBudget(world, index);
    if (world.revoked.has(index)) {
      checkGivenUp(world, station);
      continue;
    }
    checkJournal(world, station, truth);
    checkReplica(world, station, truth);
  }
  await checkAddOns(world);
  if (!world.parts.plan.isBare) await checkReleases(world, truth);
  for (const line of world.server.logged) world.break(`the server logged ${line}`);
}

/** Every verdict is on the server exactly once, as it was shown. */
function checkShown(world: World, { scans, tickets, clients }: Truth): void {
  const ticketById = new Map(tickets.map((ticket) => [ticket.id, ticket.reference]));
  const clientById = new Map(clients.map((client) => [client.id, client.client_id]));
  for (const { station, outcome } of world.shown) {
    if (outcome.kind !== 'admitted' && outcome.kind !== 'denied') continue;
    const found = scans.filter(({ reference }) => reference === outcome.reference);
    const name = `S${station + 1}`;
    const [scan] = found;
    if (found.length === 0 && isElsewhere(world, station, Date.parse(outcome.scanned_at))) continue;
    if (scan === undefined || found.length !== 1) {
      world.break(`${outcome.reference} of ${name} is ${found.length} times on the server`);
      continue;
    }
    const said = [
      scan.result === 'allowed' ? 'admitted' : 'denied',
      scan.reason,
      ticketById.get(scan.ticket_id),
      formatInstant(scan.scanned_at),
      clientById.get(scan.client_id ?? 0),
    ];
    const { kind, reason, ticket, scanned_at } = outcome;
    const expected = [
      kind,
      reason,
      ticket,
      scanned_at,
      world.stations[station]?.parts.address.client_id,
    ];
    if (JSON.stringify(said) !== JSON.stringify(expected)) {
      world.break(
        `${outcome.reference} of ${name} says ${said.join(' ')}, not ${expected.join(' ')}`,
      );
    }
  }
}

/** A bare `/v1` server judges for itself, once for each journal row; a crash may have kept its verdict from being shown. */
function checkCheckIns(world: World, { scans, tickets, clients }: Truth): void {
  const ticketById = new Map(tickets.map((ticket) => [ticket.id, ticket.reference]));
  for (const { parts, journal } of world.stations) {
    const client = clients.find(({ client_id }) => client_id === parts.address.client_id);
    const there = scans.filter(({ client_id }) => client_id === client?.id);
    const written = (journal?.recent(EVERYTHING) ?? []).filter(
      ({ kind }) => kind === 'admitted' || kind === 'denied',
    );
    const expected = written.map(({ ticket }) => String(ticket)).toSorted();
    const told = there.map(({ ticket_id }) => String(ticketById.get(ticket_id))).toSorted();
    if (JSON.stringify(told) !== JSON.stringify(expected)) {
      world.break(
        `${parts.name} has written ${expected.length} verdicts, the server has ${told.length} of them`,
      );
    }
  }
}

/** The earliest admission that was not given back stands; each later one is in exactly one conflict with it, and no other scan is. */
function checkConflicts(world: World, { tickets, types, scans, releases, conflicts }: Truth): void {
  const live = conflicts.filter(
    ({ kind, deleted_at }) => kind === 'double_admission' && deleted_at === null,
  );
  const expected = new Map<number, number>();
  const ordered = scans
    .filter(({ result }) => result === 'allowed')
    .toSorted(
      (one, other) =>
        one.scanned_at - other.scanned_at || (one.reference < other.reference ? -1 : 1),
    );
  // By the server alone: a revoked station has no replica left to ask.
  const back = types.flatMap(({ id, re_entry }) => (re_entry === 'allowed' ? id : []));
  const typeOf = new Map(tickets.map(({ id, ticket_type_id }) => [id, ticket_type_id]));
  for (const [index, later] of ordered.entries()) {
    if (later.overruled_reason === 'scanning.already_scanned') continue;
    const mayReturn = back.includes(typeOf.get(later.ticket_id) ?? 0);
    const gone = releases.filter(
      ({ released_at }) => released_at <= later.scanned_at + CLOCKS_APART,
    );
    const standing = ordered
      .slice(0, index)
      .find(
        (one) =>
          one.ticket_id === later.ticket_id &&
          !isGivenBack({ by: gone.filter(({ scan }) => scan === one.reference) }, mayReturn),
      );
    if (standing !== undefined) expected.set(later.id, standing.id);
  }
  for (const [scan, standing] of expected) {
    const found = live.filter((conflict) => conflict.scan_id === scan);
    if (found.length !== 1 || found[0]?.other_scan_id !== standing) {
      world.break(`double admission ${scan} of ${standing} has ${found.length} conflicts`);
    }
  }
  for (const { scan_id } of live) {
    if (!expected.has(scan_id))
      world.break(`a conflict about ${scan_id}, which is no double admission`);
  }
}

/** What two stations' corrected clocks may differ by, in microseconds. */
const CLOCKS_APART = 2_000_000;

/** A refusal because of an admission that the server knows too is not a false denial. */
function checkFalseDenials(world: World, { scans, releases, conflicts }: Truth): void {
  const raised = conflicts.filter(
    ({ kind, deleted_at }) => kind === 'false_denial' && deleted_at === null,
  );
  for (const { scan_id } of raised) {
    const denial = scans.find(({ id }) => id === scan_id);
    const earlier = scans.find(
      (scan) =>
        scan.ticket_id === denial?.ticket_id &&
        scan.result === 'allowed' &&
        scan.scanned_at < denial.scanned_at &&
        !releases.some((release) => release.scan === scan.reference),
    );
    if (earlier !== undefined) {
      world.break(`a false denial ${scan_id}, though ${earlier.id} was admitted before it`);
    }
  }
}

/** The journal is complete, holds every verdict that was shown, and has every row that the server has of this station. */
function checkJournal(world: World, station: StationHost, { scans, clients }: Truth): void {
  const { journal } = station;
  const { name, address } = station.parts;
  if (journal === null) return world.break(`${name} has no journal`);
  const report = journal.verify();
  if (report.kind !== 'whole') world.break(`the journal of ${name} is ${JSON.stringify(report)}`);
  const { pending, attention } = journal.uploads();
  if (pending + attention > 0)
    world.break(`${name} keeps ${pending} unsent and ${attention} refused`);
  const rows = journal.recent(EVERYTHING);
  const requests = journal.recentRequests(EVERYTHING);
  if (new Set(requests).size !== requests.length) world.break(`${name} has a request twice`);
  const numbers = new Map(rows.map(({ reference, number }) => [reference, number]));
  const index = world.stations.indexOf(station);
  for (const { station: by, outcome } of world.shown) {
    if (by !== index || outcome.kind === 'not_recorded') continue;
    if (numbers.get(outcome.reference) !== outcome.number) {
      world.break(
        `${outcome.reference} was shown by ${name} and is not in its journal as number ${outcome.number}`,
      );
    }
  }
  const client = clients.find(({ client_id }) => client_id === address.client_id);
  for (const scan of scans) {
    if (scan.client_id !== client?.id || scan.source !== 'upload') continue;
    if (!numbers.has(scan.reference))
      world.break(`the server has ${scan.reference} of ${name}, which its journal has not`);
  }
}

function checkReplica(
  world: World,
  station: StationHost,
  { tickets, scans, releases }: Truth,
): void {
  const { replica } = station;
  const { name } = station.parts;
  if (replica === null) return world.break(`${name} has no replica`);
  const { event } = world.parts.template;
  for (const ticket of tickets) {
    const held = replica.findTicket(event, ticket.reference);
    if (world.parts.template.elsewhere.includes(ticket.reference)) {
      if (held !== null) world.break(`${name} has ${ticket.reference}, which is of another event`);
      continue;
    }
    const told = held && [held.status, held.seat_label, held.updated_at, held.code_issue];
    const expected = [ticket.status, ticket.seat_label, ticket.updated_at, ticket.code_issue];
    if (JSON.stringify(told) !== JSON.stringify(expected)) {
      world.break(
        `${name} has ${ticket.reference} as ${JSON.stringify(told)}, the server as ${JSON.stringify(expected)}`,
      );
    }
  }
  const first = new Map<number, Instant>();
  for (const { ticket_id, result, scanned_at } of scans) {
    if (result !== 'allowed') continue;
    first.set(ticket_id, instantFromMicros(Math.min(first.get(ticket_id) ?? Infinity, scanned_at)));
  }
  for (const { id, reference } of tickets) {
    const held = earliestOf(replica, reference)?.scanned_at ?? null;
    const expected = first.get(id) ?? null;
    if (held !== expected) {
      world.break(
        `${name} has ${reference} admitted at ${String(held)}, the server at ${String(expected)}`,
      );
    }
  }
  checkInside(world, station, { tickets, scans, releases });
  const { admitted } = replica.totals(event);
  if (admitted !== first.size)
    world.break(`${name} counts ${admitted} admitted, the server ${first.size}`);
  const counted = station.state()?.counters.admitted_total;
  const expected = first.size + countOnlyHere(world, station, { tickets, first });
  if (counted !== expected)
    world.break(`${name} shows ${String(counted)} admitted, not ${expected}`);
}

/** Every station has every release, as the server has it, and counts the same people inside. */
function checkInside(
  world: World,
  station: StationHost,
  { tickets, scans, releases }: Pick<Truth, 'tickets' | 'scans' | 'releases'>,
): void {
  const { name } = station.parts;
  const { replica } = station;
  if (replica === null || world.parts.plan.isBare) return;
  const ended = new Set(releases.map(({ scan }) => scan));
  const inside = new Set(
    scans
      .filter(({ result, reference }) => result === 'allowed' && !ended.has(reference))
      .map(({ ticket_id }) => ticket_id),
  ).size;
  const counted = station.state()?.counters.inside;
  if (replica.totals(world.parts.template.event).inside !== inside || counted !== inside) {
    world.break(`${name} counts ${String(counted)} inside, the server ${inside}`);
  }
  for (const { id, reference } of tickets) {
    const told = textOf(releases.filter(({ ticket_id }) => ticket_id === id));
    const held = textOf(replica.releasesOf(reference));
    if (held !== told)
      world.break(`${name} has the releases ${held} of ${reference}, the server ${told}`);
  }
}

function textOf(releases: readonly Released[]): string {
  return releases
    .map(({ reference, scan, kind, released_at }) => `${reference} ${kind} ${scan} ${released_at}`)
    .toSorted()
    .join(', ');
}

/** A server without the scanner surface may refuse the check-in of a ticket that the door admitted. */
function countOnlyHere(
  { shown, stations, parts }: World,
  station: StationHost,
  {
    tickets,
    first,
  }: { readonly tickets: Truth['tickets']; readonly first: ReadonlyMap<number, Instant> },
): number {
  if (!parts.plan.isBare) return 0;
  const index = stations.indexOf(station);
  const there = new Set(tickets.filter(({ id }) => first.has(id)).map((row) => row.reference));
  return shown.filter(
    ({ station: by, outcome: { kind, ticket } }) =>
      by === index && kind === 'admitted' && ticket !== null && !there.has(ticket),
  ).length;
}

/**
 * Never more requests than the limit of its class in any minute, nor more than a sixth of it in any ten seconds, because bursts fill the
 * server's window before they fill a minute; one more where a token expires under the last that a full window lets through. A new run learns from its first response what is left.
 */
function checkBudget(world: World, index: number): void {
  const most = limitOf(world);
  for (const sent of world.links[index]?.sentAt ?? []) {
    checkRate(world, { index, sent, most, inMs: WINDOW_MS });
    checkRate(world, { index, sent, most: most / 6 + 1, inMs: WINDOW_MS / 6 });
  }
}

function checkRate(
  world: World,
  {
    index,
    sent,
    most,
    inMs,
  }: {
    readonly index: number;
    readonly sent: readonly number[];
    readonly most: number;
    readonly inMs: number;
  },
): void {
  let from = 0;
  for (const [to, at] of sent.entries()) {
    while ((sent[from] ?? at) <= at - inMs) from += 1;
    if (to - from < most) continue;
    world.break(
      `S${index + 1} sent ${to - from + 1} requests in the ${inMs / 1000} s before ${at}`,
    );
    return;
  }
}

function limitOf({ parts }: World): number {
  return parts.plan.isBare ? REQUESTS_PER_MINUTE : STATION_REQUESTS_PER_MINUTE;
}

/** Each station admits one ticket, and every other station refuses it soon afterwards; once it is undone, another one admits it. */
export async function probe(world: World, becomesQuiet: () => Promise<boolean>): Promise<void> {
  const stations = world.working;
  for (const station of stations) station.command({ kind: 'set_direction', direction: 'in' });
  await world.time.pass(LONGEST_ANSWER_MS);
  const spare = world.parts.template.spare.slice(0, stations.length);
  const began = world.shown.length;
  for (const [index, station] of stations.entries()) station.scan(spare[index] ?? '');
  await world.time.pass(KNOWN_EVERYWHERE_MS);
  if (world.isNarrow || hasSpentMuch(world)) await becomesQuiet();
  for (const station of stations) for (const ticket of spare) station.scan(ticket);
  await world.time.pass(2_000);
  const probed = new Set<string | null>(spare);
  const shown = world.shown.slice(began).filter(({ outcome }) => probed.has(outcome.ticket));
  const count = stations.length;
  const admitted = shown.filter(({ outcome }) => outcome.kind === 'admitted');
  if (admitted.length !== count) world.break(`${admitted.length} of ${count} probes were admitted`);
  const justIn = world.justIn.filter(({ outcome }) => probed.has(outcome.ticket));
  const refused = [...shown, ...justIn].filter(
    ({ outcome }) => outcome.reason === 'scanning.already_scanned',
  );
  if (refused.length !== count * count) {
    world.break(
      `${refused.length} of ${count * count} probes were refused as admitted: ${shown.map(({ outcome }) => outcome.reason ?? outcome.kind).join(' ')}`,
    );
  }
  if (world.parts.plan.isBare) return;
  undoAll(world, admitted);
  await world.time.pass(KNOWN_EVERYWHERE_MS);
  if (world.isNarrow || hasSpentMuch(world)) await becomesQuiet();
  await scanAtNext(world, spare);
}

function undoAll(world: World, admitted: readonly Shown[]): void {
  for (const { station, outcome } of admitted)
    world.stations[station]?.command({ kind: 'undo', scan: outcome.reference });
}

/** Each ticket, admitted by one station and undone there, is admitted by the next one. */
async function scanAtNext(world: World, tickets: readonly string[]): Promise<void> {
  const stations = world.working;
  const began = world.shown.length;
  for (const [index, ticket] of tickets.entries())
    stations[(index + 1) % stations.length]?.scan(ticket);
  await world.time.pass(2_000);
  const again = world.shown
    .slice(began)
    .filter(({ outcome }) => outcome.ticket !== null && tickets.includes(outcome.ticket));
  const admitted = again.filter(({ outcome }) => outcome.kind === 'admitted').length;
  if (admitted !== tickets.length) {
    world.break(`${admitted} of ${tickets.length} that were undone were admitted again`);
  }
}

/** Whether the station, or another program with its client, has used so much of the current minute that it polls less often. */
function hasSpentMuch(world: World): boolean {
  const since = world.time.nowMs - WINDOW_MS;
  return world.links.some(
    ({ sentAt, spentElsewhereAt }) =>
      spentElsewhereAt > since ||
      sentAt.flat().filter((at) => at > since).length > limitOf(world) / 2,
  );
}

/** While the server is down, a ticket that one station admits is refused by all others a second later, until it is undone. */
export async function probePeers(world: World): Promise<void> {
  const { plan, template } = world.parts;
  const stations = world.working;
  if (!plan.peers) return;
  if (!(await becomeNeighbours(world))) {
    world.break('the stations do not find each other');
    return;
  }
  world.setWeather(null, { ...calm, way: 'refused' });
  const tickets = template.spare.slice(MOST_STATIONS, MOST_STATIONS + stations.length);
  const began = world.shown.length;
  for (const [index, station] of stations.entries()) station.scan(tickets[index] ?? '');
  await world.time.pass(KNOWN_TO_PEERS_MS);
  for (const [index, station] of stations.entries()) {
    for (const ticket of tickets.filter((_, owner) => owner !== index)) station.scan(ticket);
  }
  await world.time.pass(KNOWN_TO_PEERS_MS);
  undoAll(
    world,
    world.shown.slice(began).filter(({ outcome }) => outcome.kind === 'admitted'),
  );
  // Longer than the repeat guard.
  await world.time.pass(REPEAT_GUARD_MS);
  const until = world.shown.length;
  await scanAtNext(world, tickets);
  world.setWeather(null, calm);
  const probed = new Set<string | null>(tickets);
  const shown = world.shown.slice(began, until).filter(({ outcome }) => probed.has(outcome.ticket));
  const admitted = shown.filter(({ outcome }) => outcome.kind === 'admitted').length;
  const refused = shown.filter(({ outcome }) => outcome.reason === 'scanning.already_scanned');
  const count = stations.length;
  if (admitted !== count || refused.length !== count * (count - 1)) {
    world.break(
      `without the server, ${admitted} of ${count} were admitted, ${refused.length} refused`,
    );
  }
}

async function becomeNeighbours(world: World): Promise<boolean> {
  const names = world.working.map(({ parts }) => parts.name);
  const areLinked = () =>
    names.every((one) => names.every((other) => one === other || world.venue.isLinked(one, other)));
  for (let second = 0; second < 60 && !areLinked(); second += 1) await world.time.pass(1_000);
  // Lets the stations exchange what they know.
  await world.time.pass(1_000);
  return areLinked();
}

const KNOWN_TO_PEERS_MS = 1_000;

/** With all data synced, each station gives the same verdict on a ticket as the server. */
export async function probeVerdicts(world: World): Promise<void> {
  const chance = Chance.of(world.parts.seed, 'verdicts');
  const { plan, template } = world.parts;
  const stations = world.working;
  const hasKeys = !plan.isBare && (plan.waitsForSetup || !world.areKeysRotated);
  await world.time.pass(REPEAT_GUARD_MS);
  const asked: { station: StationHost; ticket: string; code: string }[] = [];
  for (const [index, station] of stations.entries()) {
    // Each station scans different tickets, so that no admission affects another station.
    const own = world.tickets.filter((_, place) => place % stations.length === index);
    for (const ticket of chance.some(own, VERDICTS_EACH)) {
      // The server knows when a session ends, which a bare server does not send.
      if (plan.isBare && station.replica?.findTicket(template.event, ticket)?.session) continue;
      const codes = world.codes.get(ticket) ?? [];
      asked.push({ station, ticket, code: chance.pick([ticket, ...(hasKeys ? codes : [])]) });
    }
  }
  const judge = async (tx: WriteTransaction) => {
    const reasons: string[] = [];
    for (const { station, ...of } of asked) {
      reasons.push(await serverVerdict(tx, { ...of, location: station.entryPoint }));
    }
    return reasons;
  };
  const expected = await world.time.finish(world.server.database.write(judge), 'verdicts');
  const before = world.shown.length;
  for (const { station, code } of asked) station.scan(code);
  await world.time.pass(LONGEST_ANSWER_MS);
  for (const [place, { station, ticket }] of asked.entries()) {
    const said = world.shown
      .slice(before)
      .find((one) => one.outcome.ticket === ticket && world.stations[one.station] === station);
    if (said?.outcome.reason === expected[place]) continue;
    if (plan.isBare && said?.outcome.reason === 'scanning.already_scanned') {
      // A bare server judges later and may have refused a ticket that the door admitted; the door still counts it as in.
      const isIn = ({ outcome }: { outcome: ScanOutcome }) =>
        outcome.kind === 'admitted' && outcome.ticket === ticket;
      if (world.shown.slice(0, before).some(isIn)) continue;
    }
    world.break(
      `${station.parts.name} says ${String(said?.outcome.reason)} of ${ticket}, the server ${expected[place]}`,
    );
  }
}

const VERDICTS_EACH = 4;
const REPEAT_GUARD_MS = 3_100;
/** A scan may wait behind one whose ticket is requested from the server. */
const LONGEST_ANSWER_MS = 1_000;

async function serverVerdict(
  tx: WriteTransaction,
  asked: { readonly ticket: string; readonly code: string; readonly location: string | null },
) {
  const { ticket, code, location: place } = asked;
  const row = await findAdmissionRow(tx, ticket);
  if (row === undefined) throw new Error('expected a ticket');
  const facts = admissionFacts(row, {
    admission: await findAdmission(tx, row.ticket.reference),
    location: place === null ? null : { reference: place, name: place },
    code_issue: issueRead(readUnverified(code), place),
    locale: 'en',
  });
  return reasonOf(facts, tx.now);
}

/** Time for the upload, the next poll and a delay. */
const KNOWN_EVERYWHERE_MS = 15_000;
