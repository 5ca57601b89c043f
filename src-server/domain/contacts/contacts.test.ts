import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import { tablesSaying, ticketOf } from '../../../test/support/organiser-reads.ts';
import { eachWritable } from '../../../shared/resources/contacts.ts';
import { insertSubscription } from '../../webhooks/store/subscriptions.ts';
import { changeAnswer } from '../sales/answers.ts';
import { createQuestion } from '../events/questions.ts';
import { eraseContact, saveContact, type ContactUpsert } from './contacts.ts';
import { joinWaitlist } from '../sales/waitlist.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

function upsert(input: ContactUpsert) {
  return fixture.write((tx) => saveContact(tx, fixture.organiserId, input));
}

describe('upserting a contact', () => {
  it('takes names as long as those of the API, and none that is longer', async () => {
    const longest = '😀'.repeat(255);
    const { contact } = await upsert({ email: 'a@b.no', first_name: longest, last_name: longest });
    expect(contact).toMatchObject({ first_name: longest, last_name: longest });
    for (const field of Object.keys(eachWritable(() => null))) {
      await upsert({ email: 'a@b.no', [field]: longest });
      await upsert({ email: 'a@b.no', [field]: 'changed' });
      expect((await upsert({ email: 'a@b.no' })).contact).toMatchObject({ [field]: 'changed' });
      await expect(upsert({ email: 'a@b.no', [field]: 'x'.repeat(256) })).rejects.toThrow(
        `Expected ${field} to have at most 255 characters.`,
      );
    }
  });

  it('matches on the email in any spelling and keeps the first one', async () => {
    const made = await upsert({ email: ' Åsa.Öberg@Example.ORG ', first_name: 'Åsa' });
    const same = await upsert({ email: 'åsa.öberg@example.org', last_name: 'Öberg' });
    const decomposed = await upsert({ email: 'ÅSA.ÖBERG@example.org'.normalize('NFD') });
    expect([made.created, same.created, decomposed.created]).toEqual([true, false, false]);
    expect(decomposed.contact).toMatchObject({
      id: made.contact.id,
      email: 'Åsa.Öberg@Example.ORG',
      first_name: 'Åsa',
      last_name: 'Öberg',
    });
  });

  it('sets the given fields, clears null ones, leaves the rest, and updates only after a change', async () => {
    const { contact } = await upsert({ email: 'a@b.no', first_name: 'A', mobile: '+47 1' });
    const same = await upsert({ email: 'A@B.no', first_name: 'A' });
    expect(same.contact).toEqual(contact);
    const cleared = await upsert({ email: 'a@b.no', mobile: null });
    expect(cleared.contact).toMatchObject({ first_name: 'A', mobile: null });
    expect(cleared.contact.updated_at).toBeGreaterThan(contact.updated_at);
  });

  it('of one new email twice at once creates one contact', async () => {
    const both = await Promise.all([upsert({ email: 'n@e.no' }), upsert({ email: 'N@E.no' })]);
    expect(both.filter(({ created }) => created)).toHaveLength(1);
    expect(both[0].contact.id).toBe(both[1].contact.id);
  });

  it.each([
    '',
    'nobody',
    'a@',
    '@b',
    'a b@c.no',
    'a@b@c.no',
    'a\u0000@b.no',
    'a@b..no',
    'a..b@c.no',
    '.a@b.no',
    'a.@b.no',
    'a@-b.no',
    'a@b-.no',
    'a@b.no.',
    '<a@b.no>',
    'mailto:a@b.no',
    'a@b.no,c@d.no',
    'a@b.no;',
    'A (work)@b.no',
    `${'x'.repeat(250)}@b.no`,
    '\ud800@b.no',
  ])('refuses %j as an email', async (email) => {
    await expect(upsert({ email })).rejects.toMatchObject({
      code: 'validation.failed',
      field: 'email',
    });
  });

  it.each([
    "o'hara+tag@b.co.uk",
    'a_b-c@sub-domain.example.org',
    'postmaster@localhost',
    'ingrid@münchen.de',
    'अजय@उदाहरण.भारत',
    '😀@example.org',
    '"quoted"@example.org',
    'a@[192.0.2.1]',
  ])('takes %j as an email', async (email) => {
    expect((await upsert({ email })).contact.email).toBe(email);
  });

  it('updates the tickets that show the renamed holder', async () => {
    const type = await fixture.addTicketType();
    const { tickets } = await fixture.addOrder(type.reference, { contact: { email: 'a@b.no' } });
    const [ticket] = tickets;
    await upsert({ email: 'a@b.no', mobile: '1' });
    expect(await ticketOf(fixture, ticket?.reference ?? '')).toEqual(ticket);
    await upsert({ email: 'a@b.no', first_name: 'New' });
    const moved = await ticketOf(fixture, ticket?.reference ?? '');
    expect(moved.updated_at).toBeGreaterThan(ticket?.updated_at ?? Infinity);
    expect(moved.revision).toBe(1);
  });
});

/** The columns of the row that are not null. */
const filled = (row: object) =>
  Object.entries(row)
    .flatMap(([column, value]) => (value === null ? [] : [column]))
    .toSorted();

describe('erasing a contact', () => {
  it('leaves a stub that can never be recreated, in any spelling', async () => {
    const { contact } = await upsert({ email: 'Gone@b.no', first_name: 'G', mobile: '1' });
    const erased = await fixture.write((tx) => eraseContact(tx, contact.reference));
    expect(erased).toMatchObject({
      reference: contact.reference,
      email: null,
      email_key: null,
      first_name: null,
      last_name: null,
      mobile: null,
    });
    expect(erased.erased_at).not.toBeNull();
    expect(erased.updated_at).toBeGreaterThan(contact.updated_at);
    await expect(upsert({ email: 'gone@B.no' })).rejects.toMatchObject({ code: 'contacts.erased' });
    expect(await fixture.write((tx) => eraseContact(tx, contact.reference))).toEqual(erased);
  });

  it('nulls every column but those that say that there was one', async () => {
    const { contact } = await upsert({ email: 'all@b.no' });
    const read = () =>
      fixture.database.read((tx) =>
        tx.db
          .selectFrom('contacts')
          .selectAll()
          .where('id', '=', contact.id)
          .executeTakeFirstOrThrow(),
      );
    const columns = Object.keys(await read());
    const kept = ['created_at', 'erased_at', 'id', 'organiser_id', 'reference', 'updated_at'];
    await fixture.write(async (tx) => {
      for (const column of columns) {
        if (kept.includes(column) || column.startsWith('email')) continue;
        await sql`update contacts set ${sql.ref(column)} = ${'1'}`.execute(tx.db);
      }
    });
    expect(filled(await read())).toEqual(
      columns.filter((column) => column !== 'erased_at').toSorted(),
    );
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    expect(filled(await read())).toEqual(kept);
  });

  it('holds for every spelling of the address', async () => {
    const gone = 'Eva@b\u00FCcher.example';
    const { contact } = await upsert({ email: gone });
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    for (const email of [gone, 'eva@xn--bcher-kva.example', 'EVA@B\u00DCCHER.EXAMPLE']) {
      await expect(upsert({ email })).rejects.toMatchObject({ code: 'contacts.erased' });
    }
    await upsert({ email: 'eva@bucher.example' });
  });

  it('finds the person on waiting lists and in deliveries under any spelling', async () => {
    const type = await fixture.addTicketType({ total: 0 });
    await fixture.write(async (tx) => {
      await insertSubscription(tx, {
        organiser_id: fixture.organiserId,
        client_id: null,
        event_id: null,
        url: 'https://example.org/hook',
        secret: 'whsec_x',
        events: '["waitlist.joined"]',
      });
      await joinWaitlist(tx, {
        event: fixture.event.reference,
        sellable: type.reference,
        email: 'eva@xn--bcher-kva.example',
        quantity: 1,
      });
    });
    expect(await tablesSaying(fixture, /eva@/i)).toEqual(['waitlist_entries', 'webhook_messages']);
    const { contact } = await upsert({ email: 'Eva@b\u00FCcher.example' });
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    expect(await tablesSaying(fixture, /eva@/i)).toEqual([]);
  });

  it('keeps no trace of the email in any table', async () => {
    const type = await fixture.addTicketType({ total: 1 });
    const { order } = await fixture.addOrder(type.reference, {
      contact: { email: 'secret.person@b.no', first_name: 'Unmistakable' },
    });
    await fixture.write((tx) =>
      joinWaitlist(tx, {
        event: fixture.event.reference,
        sellable: type.reference,
        email: 'Secret.Person@b.no',
        quantity: 1,
      }),
    );
    const contact = await fixture.database.read((tx) =>
      tx.db
        .selectFrom('contacts')
        .selectAll()
        .where('id', '=', order.contact_id ?? 0)
        .executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    expect(await tablesSaying(fixture, /secret\.person|unmistakable/i)).toEqual([]);
  });

  it('nulls the answers of their orders and updates what shows them', async () => {
    const question = await fixture.write((tx) =>
      createQuestion(tx, {
        event: fixture.event.reference,
        key: 'note',
        label: 'Note',
        type: 'text',
        options: null,
      }),
    );
    const type = await fixture.addTicketType();
    const { order, tickets } = await fixture.addOrder(type.reference, {
      contact: { email: 'a@b.no' },
      answers: { note: 'allergic' },
    });
    const ticket = tickets[0]?.reference ?? '';
    const answerOf = () =>
      fixture.database.read((tx) =>
        tx.db.selectFrom('answers').selectAll().executeTakeFirstOrThrow(),
      );
    const before = await answerOf();
    await fixture.write((tx) =>
      changeAnswer(tx, { ticket, question: question.reference, value: 'very' }),
    );
    expect((await ticketOf(fixture, ticket)).updated_at).toBe(tickets[0]?.updated_at);
    const contact = await fixture.database.read((tx) =>
      tx.db.selectFrom('contacts').select('reference').executeTakeFirstOrThrow(),
    );
    await fixture.write((tx) => eraseContact(tx, contact.reference));
    const after = await answerOf();
    expect(after.value).toBe('null');
    expect(after.answered_at).toBeGreaterThan(before.answered_at ?? Infinity);
    expect((await ticketOf(fixture, ticket)).updated_at).toBeGreaterThan(
      tickets[0]?.updated_at ?? Infinity,
    );
    const moved = await fixture.database.read((tx) =>
      tx.db.selectFrom('orders').select('updated_at').executeTakeFirstOrThrow(),
    );
    expect(moved.updated_at).toBeGreaterThan(order.updated_at);
  });
});
