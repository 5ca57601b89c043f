import { JournalReader } from '../../../src-main/adapters/sqlite/journal/journal-reader.ts';
import type { ReadTransaction } from '../../../src-server/database/transaction.ts';
import { isElsewhere } from './revoked-stations.ts';
import type { StationHost } from './station-host.ts';
import type { World } from './world.ts';

async function readTruth(tx: ReadTransaction) {
  return {
    lines: await tx.db.selectFrom('order_lines').selectAll().where('kind', '=', 'add_on').execute(),
    redemptions: await tx.db.selectFrom('redemptions').selectAll().orderBy('id').execute(),
    clients: await tx.db.selectFrom('clients').selectAll().execute(),
  };
}

type Truth = Awaited<ReturnType<typeof readTruth>>;

/** Every redemption is on the server exactly once, and every station knows what is left. */
export async function checkAddOns(world: World): Promise<void> {
  const truth = await world.time.finish(world.server.database.read(readTruth), 'the redemptions');
  checkLines(world, truth);
  for (const [index, station] of world.stations.entries()) {
    checkHandedOut(world, { station, index, truth });
    if (!world.revoked.has(index) && !world.parts.plan.isBare) {
      await checkLeft(world, station, truth);
    }
  }
}

/** The counts add up, and each redemption beyond the quantity bought is marked. */
function checkLines(world: World, { lines, redemptions }: Truth): void {
  for (const { id, reference, quantity, redeemed } of lines) {
    let sum = 0;
    for (const one of redemptions.filter(({ order_line_id }) => order_line_id === id)) {
      sum += one.quantity;
      if ((one.over_redeemed === 1) !== sum > quantity) {
        world.break(
          `redemption ${String(one.client_reference)} has the wrong flag at ${sum} of ${quantity}`,
        );
      }
    }
    if (sum !== redeemed)
      world.break(`${reference} has ${redeemed} redeemed, which add up to ${sum}`);
  }
}

/** What guests received, the journal and the server agree; for a revoked station only the first and the last. */
function checkHandedOut(
  world: World,
  of: { readonly station: StationHost; readonly index: number; readonly truth: Truth },
): void {
  const { station, index, truth } = of;
  const { name, address } = station.parts;
  const lineById = new Map(truth.lines.map(({ id, reference }) => [id, reference]));
  const client = truth.clients.find(({ client_id }) => client_id === address.client_id);
  const there = truth.redemptions
    .filter(({ client_id }) => client_id === client?.id)
    .map(({ client_reference, quantity, order_line_id }) => ({
      reference: client_reference,
      is: `${quantity} of ${lineById.get(order_line_id)}`,
    }));
  const given = world.handedOut.filter((one) => one.station === index);
  if (world.revoked.has(index)) {
    if (!station.isReachable) return;
    const taken = given.filter(({ atMs }) => !isElsewhere(world, index, atMs));
    const expected = new Set(taken.map(({ quantity, line }) => `${quantity} of ${line}`));
    for (const is of expected) {
      const shown = taken.filter(({ quantity, line }) => `${quantity} of ${line}` === is).length;
      const had = there.filter((one) => one.is === is).length;
      if (had < shown)
        world.break(`${name} handed out ${is} ${shown} times, the server has ${had}`);
    }
    return;
  }
  using reader = JournalReader.open(station.journalPath);
  const rows = [...reader.pages()].flat().filter(({ kind }) => kind === 'redemption');
  const told = there
    .map(({ reference }) => String(reference))
    .toSorted()
    .join(', ');
  const kept = rows
    .map(({ reference }) => reference)
    .toSorted()
    .join(', ');
  if (told !== kept) world.break(`${name} has redemptions ${kept}, the server ${told}`);
  for (const { request, line, quantity } of given) {
    const row = rows.find(({ request_id }) => request_id === request);
    const at = there.find(({ reference }) => reference === row?.reference);
    if (at?.is !== `${quantity} of ${line}`) {
      world.break(`${name} handed out ${quantity} of ${line}, the server has ${String(at?.is)}`);
    }
  }
}

/** The screen and the server agree on what is left. */
async function checkLeft(world: World, station: StationHost, { lines }: Truth): Promise<void> {
  const { template } = world.parts;
  for (const line of lines) {
    const sold = template.lines.find(({ reference }) => reference === line.reference);
    if (sold === undefined) throw new Error('expected a line');
    const held = station.replica
      ?.orderLines(template.event, sold.order)
      .find(({ reference }) => reference === line.reference);
    if (held?.redeemed !== line.redeemed) {
      world.break(
        `${station.parts.name} has ${String(held?.redeemed)} of ${line.reference} redeemed, the server ${line.redeemed}`,
      );
    }
    const asked = station.answer({ kind: 'read_add_ons', ticket: sold.ticket });
    const result = await world.time.finish(asked, 'the add-ons of a ticket');
    const told = result !== null && 'add_ons' in result ? result.add_ons : [];
    const shown = told.find(({ order_line }) => order_line === line.reference);
    const left = Math.max(0, line.quantity - line.redeemed);
    if (shown?.remaining !== left) {
      world.break(
        `${station.parts.name} says that ${String(shown?.remaining)} of ${line.reference} are left, the server ${left}`,
      );
    }
  }
}
