import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AddOnState } from '../../shared/station/box-office.ts';
import { runJournal } from '../../src-main/journal-cli/run-journal.ts';
import { openDatabase } from '../../src-server/open-database.ts';
import { importJournal } from '../../src-server/domain/scans/import-journal.ts';
import { createAddOn } from '../../src-server/domain/events/add-ons.ts';
import { createOrder } from '../../src-server/domain/sales/create-order.ts';
import { listOrderLines, lockOrderLine } from '../../src-server/store/orders.ts';
import { listOrderTickets } from '../../src-server/store/tickets.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

const sent = (door: RunningStation) => until('it is sent', () => door.state().sync.queued === 0);

describe('add-ons at the door', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let bought: { readonly order: string; readonly line: string; readonly ticket: string };
  const open: AsyncDisposable[] = [];

  const start = async (which: 0 | 1, dataDir?: string): Promise<RunningStation> => {
    const directory = await temporaryDirectory();
    const { id, secret } = venue.clients[which];
    const station = await runStation({
      dataDir: dataDir ?? directory.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
    });
    open.unshift(station, directory);
    await until('the door is ready', () => station.state().phase.kind === 'ready');
    return station;
  };

  const read = async (door: RunningStation): Promise<AddOnState | null> => {
    const result = await door.send({ kind: 'read_add_ons', ticket: bought.ticket });
    return result.ok && 'add_ons' in result ? (result.add_ons[0] ?? null) : null;
  };
  /** Waits until the door's data says so. */
  const untilRead = async (door: RunningStation, part: Partial<AddOnState>) => {
    for (let tries = 0; ; tries += 1) {
      const state = await read(door);
      const holds = Object.entries(part).every(
        ([name, value]) =>
          state !== null &&
          Object.entries(state).some(([key, found]) => key === name && found === value),
      );
      if (holds) return;
      if (tries > 400) throw new Error(`never came to be: ${JSON.stringify([part, state])}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const redeem = (door: RunningStation, quantity: number, id?: string) =>
    door.send({ kind: 'redeem', order: bought.order, order_line: bought.line, quantity }, id);
  const atServer = () => changeEvent(server, (tx) => lockOrderLine(tx, bought.line));
  const actions = () =>
    changeEvent(server, (tx) => tx.db.selectFrom('redemptions').selectAll().execute());

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(1);
    bought = await changeEvent(server, async (tx) => {
      const addOn = await createAddOn(tx, venue.event, {
        name: 'Cloakroom',
        price: 300,
        total: null,
      });
      const order = await createOrder(tx, {
        event: venue.event,
        lines: [
          { sellable: venue.type, quantity: 1, session: null },
          { sellable: addOn.reference, quantity: 3, session: null },
        ],
        contact: null,
        answers: {},
        status: 'confirmed',
      });
      const lines = await listOrderLines(tx, order.id);
      const [ticket] = await listOrderTickets(tx, order.id);
      const line = lines.find(({ kind }) => kind === 'add_on');
      return {
        order: order.reference,
        line: line?.reference ?? '',
        ticket: ticket?.reference ?? '',
      };
    });
  });

  afterEach(async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
    await server.remove();
  });

  it('are handed out and taken back offline, never beyond what is known here, and reach the server once', async () => {
    const door = await start(0);
    await untilRead(door, { quantity: 3, redeemed: 0, remaining: 3, name: 'Cloakroom' });
    await door.send({ kind: 'set_mode', mode: 'offline' });
    expect(await redeem(door, 2)).toMatchObject({
      ok: true,
      add_on: { redeemed: 2, remaining: 1 },
    });
    expect(await redeem(door, 2)).toMatchObject({ ok: false, code: 'redeem.not_enough' });
    expect(await redeem(door, -1)).toMatchObject({ ok: true, add_on: { redeemed: 1 } });
    expect(await redeem(door, -2)).toMatchObject({ ok: false, code: 'redeem.nothing_to_undo' });
    expect(await redeem(door, 0)).toMatchObject({ ok: false, code: 'command.invalid' });
    expect(door.state().sync.queued).toBe(2);
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await sent(door);
    expect(await atServer()).toMatchObject({ redeemed: 1 });
    expect((await actions()).map(({ quantity }) => quantity)).toEqual([2, -1]);
    // At no moment does the station believe that there is more left than there is.
    expect(await read(door)).toMatchObject({ redeemed: 1, remaining: 2 });
    await untilRead(door, { redeemed: 1, remaining: 2 });
  });

  it('are not handed out twice by a repeated request, in the same run or after a restart', async () => {
    const directory = await temporaryDirectory();
    open.push(directory);
    const door = await start(0, directory.path);
    await untilRead(door, { remaining: 3 });
    await door.send({ kind: 'set_mode', mode: 'offline' });
    const once = { ok: true, add_on: { redeemed: 1 } };
    expect(await redeem(door, 1, 'page-1')).toMatchObject(once);
    expect(await redeem(door, 1, 'page-1')).toMatchObject(once);
    await door[Symbol.asyncDispose]();
    const again = await start(0, directory.path);
    expect(await redeem(again, 1, 'page-1')).toMatchObject(once);
    expect(again.state().sync.queued).toBe(1);
    await again.send({ kind: 'set_mode', mode: 'automatic' });
    await sent(again);
    expect(await actions()).toHaveLength(1);
    // What the server said of it is still known when its list is not here yet.
    await again.send({ kind: 'set_mode', mode: 'offline' });
    expect(await read(again)).toMatchObject({ redeemed: 1, remaining: 2 });
  });

  it('that two doors handed out independently are both recorded, with a warning that there were too many', async () => {
    const north = await start(0);
    const south = await start(1);
    for (const door of [north, south]) {
      await untilRead(door, { remaining: 3 });
      await door.send({ kind: 'set_mode', mode: 'offline' });
      expect(await redeem(door, 2)).toMatchObject({ ok: true });
    }
    for (const door of [north, south]) {
      await door.send({ kind: 'set_mode', mode: 'automatic' });
      await sent(door);
    }
    expect(await atServer()).toMatchObject({ redeemed: 4 });
    expect(north.state().warnings.map(({ code }) => code)).not.toContain('over_redeemed');
    expect(south.state().warnings).toContainEqual({ code: 'over_redeemed', times: 1 });
    await untilRead(north, { redeemed: 4, remaining: 0 });
    expect(await redeem(north, 1)).toMatchObject({ ok: false, code: 'redeem.not_enough' });
  });

  it('reach the server in a sealed journal as well, once', async () => {
    const directory = await temporaryDirectory();
    open.push(directory);
    const door = await start(0, directory.path);
    await untilRead(door, { remaining: 3 });
    await until('the server knows its key', () => door.state().sync.connection.kind === 'live');
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await redeem(door, 2);
    const parts: string[] = [];
    await runJournal(['export', '--sealed', '--station', directory.path], {
      out: async (text) => void parts.push(text),
      err: () => undefined,
    });
    const file = join(directory.path, 'journal.sealed');
    writeFileSync(file, parts.join(''));
    const database = await openDatabase(server);
    const take = async () => {
      const trust = { acceptsLate: false, acceptsUnknownKey: false };
      const [taken] = await importJournal(database, file, trust);
      return taken;
    };
    expect((await take())?.redemptions).toEqual({ recorded: 1, duplicate: 0, disputed: 0 });
    expect((await take())?.redemptions).toEqual({ recorded: 0, duplicate: 1, disputed: 0 });
    await database.close();
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await sent(door);
    expect(await actions()).toHaveLength(1);
  });

  it('wait for an unreachable server, and are uploaded beside the scans', async () => {
    const door = await start(0);
    await untilRead(door, { remaining: 3 });
    await door.send({ kind: 'set_mode', mode: 'offline' });
    await redeem(door, 1);
    await door.scan(bought.ticket);
    await server.stop();
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await until('the server is away', () => door.state().sync.connection.kind === 'offline');
    expect(door.state().sync.queued).toBe(2);
    await server.start();
    await door.send({ kind: 'sync_now' });
    await sent(door);
    expect(await atServer()).toMatchObject({ redeemed: 1 });
    expect(await server.scansOf(venue.event, venue.clients[0])).toHaveLength(1);
  });
});
