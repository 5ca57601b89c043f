import {
  addMicros,
  instantFromMillis,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
} from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import {
  changeEvents,
  changeScopes,
  revokeClient,
} from '../../../src-server/domain/access/clients.ts';
import { currentCodeKey, rotateCodeKey } from '../../../src-server/domain/tickets/code-keys.ts';
import {
  describeTicket,
  describeTicketWithCode,
} from '../../../src-server/api/resources/tickets.ts';
import { issueCode } from '../../../src-server/domain/tickets/issue-code.ts';
import { reissueTicket } from '../../../src-server/domain/tickets/reissue-ticket.ts';
import { findOrganiser } from '../../../src-server/store/access/organisers.ts';
import { checkInTicket } from '../../../src-server/domain/scans/check-in.ts';
import { createOrder } from '../../../src-server/domain/sales/create-order.ts';
import { updateOrganiser } from '../../../src-server/domain/access/organisers.ts';
import { updateSession } from '../../../src-server/domain/events/sessions.ts';
import { transferTicket, updateTicket } from '../../../src-server/domain/tickets/change-ticket.ts';
import { DomainError } from '../../../src-server/rules/domain-error.ts';
import { deleteClientTokens, findClient } from '../../../src-server/store/access/clients.ts';
import { listOrderTickets } from '../../../src-server/store/tickets.ts';
import { numbered } from '../../support/station/rows.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { comeAndGo, exit, overrule, releaseElsewhere, undo } from './in-and-out.ts';
import { calm } from './network.ts';
import type { Step } from './plan.ts';
import { SUPERVISOR_PIN, type StationHost } from './station-host.ts';
import { stationScopes } from './template.ts';
import type { World } from './world.ts';

/** Performs one step. */
export async function perform(world: World, step: Step): Promise<void> {
  world.trace(`step ${JSON.stringify(step)}`);
  switch (step.kind) {
    case 'scan': {
      const station = stationOf(world, step.station);
      for (let index = 0; index < step.times; index += 1) {
        station.scan(ticketOf(world, step.ticket + index));
      }
      return;
    }
    case 'rush': {
      const station = stationOf(world, step.station);
      for (let index = 0; index < step.guests; index += 1) {
        const number = step.ticket + index;
        const code = step.isForged ? forgedCode(number) : ticketOf(world, number);
        world.time.after(index * step.everyMs, () => station.scan(code));
      }
      return;
    }
    case 'late_sale':
      return lateSale(world, step);
    case 'scan_code':
      return scanCode(world, step);
    case 'reissue':
      return organise(world, async (tx) => {
        const ticket = ticketOf(world, step.ticket);
        const event = await reissueTicket(tx, ticket);
        const { reference, code } = await describeTicketWithCode(tx, ticket, event);
        return () => addCode(world, reference, code);
      });
    case 'rotate_keys':
      return organise(world, async (tx) => {
        await rotateCodeKey(tx, world.parts.template.organiser.reference);
        return () => {
          world.areKeysRotated = true;
        };
      });
    case 'redeem':
      return redeem(world, step);
    case 'undo':
      return undo(world, stationOf(world, step.station), step);
    case 'overrule':
      return overrule(world, stationOf(world, step.station), step.back);
    case 'exit':
      return exit(world, stationOf(world, step.station), ticketOf(world, step.ticket), step.stays);
    case 'come_and_go':
      return comeAndGo(world, ticketOf(world, step.ticket), {
        doors: step.stations.map((index) => stationOf(world, index)),
        everyMs: step.everyMs,
      });
    case 'release_elsewhere':
      return organise(world, (tx) => releaseElsewhere(world, tx, step));
    case 'revoke':
      return revoke(world, step.station % world.stations.length);
    case 'scan_everywhere':
      for (const station of world.stations) station.scan(ticketOf(world, step.ticket));
      return;
    case 'scan_elsewhere':
      return organise(world, (tx) => scanElsewhere(world, tx, ticketOf(world, step.ticket)));
    case 'change_ticket':
      return organise(world, async (tx) => {
        await updateTicket(tx, ticketOf(world, step.ticket), { status: step.to });
      });
    case 'hand_over':
      return organise(world, async (tx) => {
        const buyer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };
        const ticket = await transferTicket(tx, ticketOf(world, step.ticket), buyer);
        const code = await codeOf(world, tx, ticket.reference);
        return () => {
          world.tickets.push(ticket.reference);
          addCode(world, ticket.reference, code);
        };
      });
    case 'sell':
      return organise(world, (tx) => sell(world, tx, step.quantity));
    case 'move_session':
      return organise(world, async (tx) => {
        const from = addMicros(
          instantFromMillis(world.time.startsAt),
          step.minutes * MICROS_PER_MINUTE,
        );
        const starts_at = addMicros(from, MICROS_PER_HOUR);
        await updateSession(tx, world.parts.template.session, {
          starts_at,
          ends_at: addMicros(starts_at, 3 * MICROS_PER_HOUR),
        });
      });
    case 'weather':
      world.setWeather(step.station, step.weather);
      return;
    case 'venue': {
      const [one, other] = [step.one, step.other].map((index) => `S${index + 1}`);
      if (one === undefined || other === undefined) return;
      if (step.isCut) world.venue.cut(one, other);
      else world.venue.heal(one, other);
      return;
    }
    case 'server_down':
      return serverDown(world, step);
    case 'crash':
      return crash(world, stationOf(world, step.station), step);
    case 'restart':
      return restart(world, stationOf(world, step.station));
    case 'clock':
      stationOf(world, step.station).stepClock(step.jumpMs);
      return;
    case 'tokens_end':
      return organise(world, async (tx) => {
        const indices = step.station === null ? world.stations.keys() : [step.station];
        for (const index of indices) await endTokens(tx, stationOf(world, index));
      });
    case 'spend':
      return spend(world, stationOf(world, step.station), step.endsTokensAfterMs);
    case 'access':
      return organise(world, (tx) => setAccess(world, tx, step));
    case 'disk':
      stationOf(world, step.station).diskFull[step.store] = step.isFull;
      return;
    case 'mode':
      stationOf(world, step.station).command({
        kind: 'set_mode',
        mode: step.mode,
        pin: SUPERVISOR_PIN,
      });
      return;
    case 'entry_point': {
      const { locations, wayOut } = world.parts.template;
      const location = [...locations, null, wayOut][step.place] ?? null;
      const pin = SUPERVISOR_PIN;
      stationOf(world, step.station).command({ kind: 'select_entry_point', location, pin });
      return;
    }
    case 'press':
      stationOf(world, step.station).command(
        step.what === 'resend'
          ? { kind: 'resend_attention', references: null }
          : { kind: 'sync_now' },
      );
      return;
    default:
      assertNever(step);
  }
}

export async function restart(world: World, station: StationHost): Promise<void> {
  if (!station.isOpen) return;
  await world.time.finish(station.close(), 'a station that closes');
  station.open().catch((error: unknown) => world.caught(error));
}

/** Heals every fault. */
export async function heal(world: World): Promise<void> {
  world.trace('heals');
  world.setWeather(null, calm);
  world.venue.healAll();
  if (!world.server.isUp) await world.time.finish(world.server.start(), 'a server that starts');
  for (const [index, station] of world.stations.entries()) {
    station.diskFull = { journal: false, replica: false };
    station.crashWithin(Infinity);
    if (!station.isOpen) await world.time.finish(station.open(), 'a station that opens');
    const { choosing } = station;
    if (choosing?.life.isOver === false)
      await world.time.finish(choosing.done, 'a choice that takes a PIN');
    // A working station is left alone, so that a hanging request has to end by itself.
    if (station.state()?.sync.mode === 'offline') {
      station.command({ kind: 'set_mode', mode: 'automatic', pin: SUPERVISOR_PIN });
    }
    // A revoked station gets its events back, so that its journal is accepted.
    for (const what of ['scopes', 'events', 'plan'] as const) {
      await organise(world, (tx) => setAccess(world, tx, { station: index, what, isGiven: true }));
    }
  }
}

/** Performs a change by the organiser, or skips it if it is not allowed now. */
async function organise(
  world: World,
  work: (tx: WriteTransaction) => Promise<(() => void) | void>,
): Promise<void> {
  if (!world.server.isUp) return;
  try {
    world.server.changedAtMs = world.time.nowMs;
    const done = await world.time.finish(
      world.server.database.write(work),
      'work of the organiser',
    );
    done?.();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function scanElsewhere(world: World, tx: WriteTransaction, ticket: string): Promise<void> {
  const client = await findClient(tx, world.parts.template.clients.at(-1)?.id ?? '');
  if (client === undefined) throw new Error('expected a client');
  const scanning = { clientRowId: client.id, organiserId: client.organiser_id, allEvents: true };
  await checkInTicket(tx, scanning, {
    ticket,
    scanner_location: null,
    session: null,
    locale: 'en',
  });
}

async function sell(world: World, tx: WriteTransaction, quantity: number): Promise<() => void> {
  const { event, types } = world.parts.template;
  const order = await createOrder(tx, {
    event,
    lines: [{ sellable: types.any, quantity, session: null }],
    contact: null,
    answers: {},
    status: 'confirmed',
  });
  const sold = (await listOrderTickets(tx, order.id)).map(({ reference }) => reference);
  const signed = sold.slice(0, MOST_SIGNED);
  const codes: string[] = [];
  for (const ticket of signed) codes.push(await codeOf(world, tx, ticket));
  return () => {
    world.tickets.push(...sold);
    for (const [index, ticket] of signed.entries()) addCode(world, ticket, codes[index] ?? null);
  };
}

/** Signed codes per sale, limited because signing is slow. */
const MOST_SIGNED = 4;

async function codeOf(world: World, tx: WriteTransaction, reference: string): Promise<string> {
  const { organiser, event } = world.parts.template;
  const { id } = (await findOrganiser(tx, organiser.reference)) ?? { id: 0 };
  const key = await currentCodeKey(tx, id);
  return issueCode(await describeTicket(tx, reference), event, key);
}

function addCode(world: World, ticket: string, code: string | null): void {
  if (code !== null) world.codes.set(ticket, [...(world.codes.get(ticket) ?? []), code]);
}

function scanCode(world: World, step: Extract<Step, { kind: 'scan_code' }>): void {
  const { forged, elsewhere } = world.parts.template;
  const station = stationOf(world, step.station);
  if (step.which === 'forged') station.scan(codeAt(forged, step.ticket), false);
  else if (step.which === 'elsewhere') station.scan(codeAt(elsewhere, step.ticket), false);
  else {
    const ticket = ticketOf(world, step.ticket);
    const codes = world.codes.get(ticket) ?? [ticket];
    station.scan((step.which === 'stale' ? codes[0] : codes.at(-1)) ?? ticket);
  }
}

function codeAt(codes: readonly string[], index: number): string {
  return codes[index % codes.length] ?? '';
}

/** A station takes back only what it has handed out itself. */
function redeem(world: World, { station: index, ...step }: Extract<Step, { kind: 'redeem' }>) {
  const station = stationOf(world, index);
  const line = lineAt(world, step.line);
  const once = () => {
    if (step.quantity < 0 && !station.mayTakeBack(line.order_line)) return;
    station.command({ kind: 'redeem', ...line, quantity: step.quantity });
  };
  once();
  for (let time = 1; time < step.times; time += 1) world.time.after(time * step.everyMs, once);
}

function lineAt(world: World, index: number) {
  const { lines } = world.parts.template;
  const line = lines[index % lines.length];
  if (line === undefined) throw new Error('expected a line');
  return { order: line.order, order_line: line.reference };
}

function revoke(world: World, station: number): Promise<void> {
  const { client_id } = stationOf(world, station).parts.address;
  return organise(world, async (tx) => {
    await revokeClient(tx, client_id);
    return () => void world.revoked.set(station, world.time.wallMs);
  });
}

async function lateSale(world: World, step: Extract<Step, { kind: 'late_sale' }>): Promise<void> {
  const { station: index, latencyMs, scanAfterMs } = step;
  const changeAfterMs = step.isOvertaken ? scanAfterMs + 30 : step.changeAfterMs;
  const pullAfterMs = step.isOvertaken ? scanAfterMs + 40 : step.pullAfterMs;
  const before = world.tickets.length;
  await organise(world, (tx) => sell(world, tx, 1));
  const ticket = world.tickets[before];
  if (ticket === undefined) return;
  const station = stationOf(world, index);
  const { time } = world;
  const way = step.isCutOff ? 'refused' : 'open';
  world.setWeather(index, { ...calm, way, latencyMs: [1, latencyMs] });
  const code = step.isSigned ? world.codes.get(ticket)?.[0] : undefined;
  time.after(scanAfterMs, () => station.scan(code ?? ticket));
  if (step.isCutOff) time.after(scanAfterMs + AGAIN_MS, () => station.scan(code ?? ticket));
  if (step.isOvertaken && !step.isCutOff) {
    const latency = (least: number, most: number) => () =>
      world.setWeather(index, { ...calm, latencyMs: [least, most] });
    latency(1, 5)();
    time.after(scanAfterMs + 0.5, latency(400, 450));
    time.after(scanAfterMs + 20, latency(1, 10));
  }
  time.after(pullAfterMs, () => station.command({ kind: 'sync_now' }));
  watchAge(world, station, ticket);
  time.after(changeAfterMs, () => {
    if (!world.server.isUp) return;
    world.server.database
      .write((tx) => updateTicket(tx, ticket, { status: 'cancelled' }))
      .catch((error: unknown) => {
        if (world.server.isUp) world.caught(error);
      });
    world.server.changedAtMs = time.nowMs;
  });
}

/** A replica never replaces a ticket with an older version. */
function watchAge(world: World, station: StationHost, ticket: string): void {
  let newest = 0;
  const { event } = world.parts.template;
  for (let afterMs = LOOK_EVERY_MS; afterMs <= LOOK_FOR_MS; afterMs += LOOK_EVERY_MS) {
    world.time.after(afterMs, () => {
      const held = station.givenUp === null ? station.replica?.findTicket(event, ticket) : null;
      const { updated_at: at = newest } = held ?? {};
      if (at < newest) world.break(`${station.parts.name} has an older ${ticket} than before`);
      newest = Math.max(newest, at);
    });
  }
}

/** Longer than the repeat guard. */
const AGAIN_MS = 3_500;
const LOOK_EVERY_MS = 25;
const LOOK_FOR_MS = 2_000;

async function setAccess(
  world: World,
  tx: WriteTransaction,
  {
    station,
    what,
    isGiven,
  }: Pick<Extract<Step, { kind: 'access' }>, 'station' | 'what' | 'isGiven'>,
): Promise<void> {
  const { client_id: client } = stationOf(world, station).parts.address;
  const { organiser } = world.parts.template;
  const plan = isGiven ? 'pro' : 'free';
  if (what === 'plan') await updateOrganiser(tx, organiser.reference, { plan });
  else if (what === 'events') await changeEvents(tx, client, isGiven ? 'all' : []);
  else await changeScopes(tx, client, isGiven ? stationScopes : ['events:read']);
}

async function endTokens(tx: WriteTransaction, station: StationHost): Promise<void> {
  const client = await findClient(tx, station.parts.address.client_id);
  if (client !== undefined) await deleteClientTokens(tx, client.id);
}

/** Some of the station's requests at that moment are refused for the first reason, others for the second. */
async function spend(world: World, station: StationHost, endsTokensAfterMs: number): Promise<void> {
  const { server, time } = world;
  if (!server.isUp) return;
  station.command({ kind: 'sync_now' });
  await time.finish(askUntilRefused(world, station), 'another program');
  time.after(endsTokensAfterMs, () => {
    if (!server.isUp) return;
    server.database
      .write((tx) => endTokens(tx, station))
      .catch((error: unknown) => {
        if (server.isUp) world.caught(error);
      });
  });
}

async function askUntilRefused(world: World, station: StationHost): Promise<void> {
  const { server, parts } = world;
  const { client_id, client_secret } = station.parts.address;
  const granted = await server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { grant_type: 'client_credentials', client_id, client_secret },
  });
  if (granted.statusCode !== 200) return;
  const { access_token }: { access_token: string } = granted.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const asked = Array.from({ length: parts.plan.rateLimit }, () =>
    server.app.inject({ url: '/v1/integration/me', headers }),
  );
  await Promise.all(asked);
  station.parts.link.spentElsewhereAt = world.time.nowMs;
}

/** Kills the server and starts it again, as a supervisor does. */
async function serverDown(
  world: World,
  { forMs, forgets }: Extract<Step, { kind: 'server_down' }>,
): Promise<void> {
  const { server, time } = world;
  if (!server.isUp) return;
  await world.time.finish(server.stop(), 'a server that stops');
  server.forgetsCursors = forgets;
  time.after(forMs, () => {
    if (!server.isUp) server.start().catch((error: unknown) => world.caught(error));
  });
}

function crash(
  world: World,
  station: StationHost,
  { crossings, downMs, doing, ticket }: Extract<Step, { kind: 'crash' }>,
): void {
  if (!station.isOpen) return;
  station.reopenAfterMs = downMs;
  if (crossings > 1) station.crashWithin(crossings);
  const dos = {
    scan: () => station.scan(ticketOf(world, ticket)),
    redeem: () => station.command({ kind: 'redeem', ...lineAt(world, crossings), quantity: 1 }),
    undo: () => undo(world, station, { back: 0, bySupervisor: ticket % 2 === 0 }),
    exit: () => exit(world, station, ticketOf(world, ticket), false),
    overrule: () => overrule(world, station, 0),
  };
  dos[doing]();
  if (crossings === 1) station.crashNow();
}

/** A well-formed code of a ticket that does not exist. */
function forgedCode(number: number): string {
  return numbered('ticket', number);
}

function stationOf(world: World, index: number): StationHost {
  const station = world.stations[index % world.stations.length];
  if (station === undefined) throw new Error('expected a station');
  return station;
}

function ticketOf(world: World, index: number): string {
  const ticket = world.tickets[index % world.tickets.length];
  if (ticket === undefined) throw new Error('expected a ticket');
  return ticket;
}
