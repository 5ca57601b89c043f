import type { Database } from '../../src-server/database/database.ts';
import { perform } from '../../src-server/operations/definition/perform.ts';
import { operationTable } from '../../src-server/operations/operation-table.ts';
import { appendEntryScan } from '../../src-server/store/entry-scans.ts';
import { insertRelease } from '../../src-server/store/releases.ts';
import { insertImport } from '../../src-server/store/imports.ts';
import { insertConflict } from '../../src-server/store/conflicts.ts';
import { insertTestDelivery } from '../../src-server/webhooks/store/outbox.ts';
import { findSubscription } from '../../src-server/webhooks/store/subscriptions.ts';

const people = [
  ['Åse', 'Müller', 'ase.muller@example.com'],
  ['Anne-Marie', 'van der Berg', 'amb@example.org'],
  ['Łukasz', "O'Neill", 'lukasz@example.com'],
  ['Zoë', 'Ångström', 'zoe@example.net'],
  ['Jürgen', 'Groß', 'jg@exämple.de'],
  ['Bo', 'Li', 'bo@example.com'],
] as const;

const actor = { kind: 'command_line', name: 'test' } as const;

/** Does the operation, and returns the reference of what it made. */
export async function makeRow(
  database: Database,
  operation: string,
  input: object,
): Promise<string> {
  const entry = operationTable.get(operation);
  if (entry?.kind !== 'operation') throw new Error(`expected an operation ${operation}`);
  const made: { readonly reference?: string } = await perform(database, entry, input, actor);
  return made.reference ?? '';
}

/** An organiser with several of everything, and of each kind a reference by the name of the input that takes it. */
export async function furnishOrganiser(
  database: Database,
  name: string,
): Promise<Record<string, string>> {
  const make = (operation: string, input: object) => makeRow(database, operation, input);
  const organiser = await make('organiser.create', { name });
  const zone = { timezone: 'UTC', currency: 'EUR' };
  const event = await make('event.create', { organiser, name, slug: name.toLowerCase(), ...zone });
  for (const [at, called] of ['Émile', 'Zoo', 'Ark', 'Jazz'].entries()) {
    const starts_at = at === 0 ? null : `20${20 + at * 5}-01-01T00:00:00Z`;
    const more = await make('event.create', {
      organiser,
      name: called,
      slug: `more-${at}`,
      status: at === 1 ? 'draft' : 'published',
      starts_at,
      ...zone,
    });
    if (at === 3) await make('event.archive', { event: more });
  }
  const other = await make('event.create', { organiser, name: 'Other', slug: 'other', ...zone });
  const ticket_type = await make('ticket-type.create', { event, name: 'Standard', price: 1000 });
  const free = await make('ticket-type.create', { event: other, name: 'Free', price: 0 });
  const few = await make('ticket-type.create', { event, name: 'Gone', price: 0, total: 0 });
  const location = await make('location.create', { event, name: 'Door' });
  const station = await make('station.create', { organiser, name: 'Gate B' });
  const session = await make('session.create', {
    event,
    starts_at: '2027-01-01T19:00:00Z',
    ends_at: '2027-01-01T22:00:00Z',
  });
  const orders: string[] = [];
  for (const [at, [first_name, last_name, email]] of people.entries()) {
    const contact = { first_name, last_name, email };
    const seats = at % 2 === 0 ? [`Row C, ${at + 9}`, `D-${at + 1}`] : null;
    const line = { sellable: ticket_type, quantity: 2, seat_labels: seats };
    const lines = [at === 2 ? { ...line, session } : line];
    orders.push(await make('order.create', { event, lines, contact }));
    const more = [{ sellable: free, quantity: 1 }];
    if (at < 3) await make('order.create', { event: other, lines: more, contact });
    const status = 'pending_payment';
    if (at === 4) await make('order.create', { event, lines, contact: null, status });
  }
  await make('order.create', { event: other, lines: [{ sellable: free, quantity: 2 }] });
  await make('order.refund', { order: orders[1] });
  for (const email of ['w1@example.org', 'w2@example.com', 'wx@example.org'])
    await make('waitlist.join', { event, sellable: few, email });
  for (const charge of ['ch_1', 'ch_2', 'ch_3'])
    await make('dispute.create', {
      organiser,
      charge,
      dispute: `dp_${name}_${charge}`,
      amount: 100,
    });
  for (const [at, called] of ['CRM', 'Mail', 'Accounts'].entries())
    await make('client.create', {
      organiser,
      name: called,
      scopes: ['events:read'],
      events: at ? 'all' : [event],
    });
  for (const called of ['Gate A', 'gate c'])
    await make('station.create', { organiser, name: called });
  const hooks: string[] = [];
  for (const path of ['a', 'b', 'c']) {
    const webhook_allow = ['127.0.0.0/8'];
    const url = `http://127.0.0.1:9/${path}`;
    hooks.push(
      await make('webhook.create', { organiser, url, events: ['order.created'], webhook_allow }),
    );
  }
  let member = '';
  for (const role of ['viewer', 'manager']) {
    const email = `${role}@${name.toLowerCase()}.example`;
    member = await make('member.invite', { organiser, email, role });
  }
  const rest = await database.write(async (tx) => {
    const tickets = await tx.db
      .selectFrom('tickets')
      .innerJoin('events', 'events.id', 'tickets.event_id')
      .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
      .select(['tickets.id', 'tickets.reference', 'tickets.event_id'])
      .where('organisers.reference', '=', organiser)
      .orderBy('tickets.id')
      .execute();
    const client = await tx.db
      .selectFrom('clients')
      .selectAll()
      .where('client_id', '=', station)
      .executeTakeFirstOrThrow();
    const place = await tx.db
      .selectFrom('locations')
      .selectAll()
      .where('reference', '=', location)
      .executeTakeFirstOrThrow();
    for (const [at, ticket] of tickets.entries()) {
      const isAllowed = at % 3 === 0;
      appendEntryScan(tx, {
        reference: tx.newReference('scan'),
        event_id: ticket.event_id,
        ticket_id: ticket.id,
        session_id: null,
        location_id: ticket.event_id === place.event_id ? place.id : null,
        client_id: at % 2 === 0 ? client.id : null,
        result: isAllowed ? 'allowed' : 'denied',
        reason: isAllowed ? 'scanning.allowed' : 'scanning.ticket_cancelled',
        scanned_at: tx.now,
        source: 'online',
        clock_offset_ms: null,
        sequence: null,
        snapshot_watermark: null,
        content_hash: null,
        clock_suspect: 0,
        code_issue: null,
        admission_source: null,
      });
    }
    const scans = await tx.db
      .selectFrom('entry_scans')
      .selectAll()
      .where('event_id', '=', place.event_id)
      .orderBy('id')
      .limit(4)
      .execute();
    const conflicts: string[] = [];
    for (const { id, event_id, ticket_id } of scans) {
      const row = { event_id, ticket_id, kind: 'rule_admission', scan_id: id } as const;
      const made = await insertConflict(tx, {
        ...row,
        other_scan_id: null,
        expected_reason: 'scanning.allowed',
      });
      conflicts.push(made.reference);
    }
    for (const [at, scan] of scans.entries()) {
      await insertRelease(tx, {
        reference: tx.newReference('release'),
        event_id: scan.event_id,
        ticket_id: scan.ticket_id,
        scan: scan.reference,
        is_named: 1,
        kind: at % 2 === 0 ? 'exit' : 'mistake',
        note: null,
        location_id: null,
        client_id: null,
        released_at: tx.now,
        source: 'box_office',
        clock_offset_ms: null,
        sequence: null,
        content_hash: null,
      });
    }
    const hook = await findSubscription(tx, hooks[0] ?? '');
    if (hook === undefined) throw new Error('expected a subscription');
    const deliveries: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const test = { name: 'order.created', body: '{}' } as const;
      deliveries.push((await insertTestDelivery(tx, hook, test)).reference);
    }
    const [entry] = await tx.db
      .selectFrom('waitlist_entries')
      .innerJoin('events', 'events.id', 'waitlist_entries.event_id')
      .select('waitlist_entries.reference')
      .where('events.reference', '=', event)
      .execute();
    const [contact] = await tx.db
      .selectFrom('contacts')
      .innerJoin('organisers', 'organisers.id', 'contacts.organiser_id')
      .select('contacts.reference')
      .where('organisers.reference', '=', organiser)
      .execute();
    const [line] = await tx.db
      .selectFrom('order_lines')
      .selectAll()
      .where('event_id', '=', place.event_id)
      .orderBy('id')
      .execute();
    const [key] = await tx.db
      .selectFrom('code_keys')
      .innerJoin('organisers', 'organisers.id', 'code_keys.organiser_id')
      .select('code_keys.kid')
      .where('organisers.reference', '=', organiser)
      .execute();
    const imports: string[] = [];
    for (const file_name of ['tickets.csv', 'more.csv', 'late.csv']) {
      const begun = { event_id: place.event_id, file_name, lines: 1, report: '{}' };
      imports.push((await insertImport(tx, begun)).reference);
    }
    return {
      order_line: line?.reference ?? '',
      code_key: key?.kid ?? '',
      import: imports[0] ?? '',
      entry: entry?.reference ?? '',
      contact: contact?.reference ?? '',
      ticket: tickets[0]?.reference ?? '',
      scan: scans[0]?.reference ?? '',
      conflict: conflicts[0] ?? '',
      delivery: deliveries[0] ?? '',
    };
  });
  const order = orders[0] ?? '';
  await make('dispute.create', { organiser, order, dispute: `dp_${name}_order`, amount: 100 });
  const common = {
    organiser,
    event,
    ticket_type,
    sellable: few,
    location,
    station,
    session,
    member,
  };
  const listed = { events: event, entry_points: location };
  const more = {
    dispute: `dp_${name}_ch_1`,
    add_on: await make('add-on.create', { event, name: 'Coat', price: 100 }),
    question: await make('question.create', { event, key: 'meal', label: 'Meal', type: 'text' }),
    client: await make('client.create', { organiser, name: 'Books', scopes: ['events:read'] }),
  };
  return { ...common, ...listed, ...more, order, webhook: hooks[0] ?? '', ...rest };
}
