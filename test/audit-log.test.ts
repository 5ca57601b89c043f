import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOnCreate, addOnRemove } from '../src-server/operations/add-on.ts';
import { answerSet } from '../src-server/operations/question.ts';
import { auditList } from '../src-server/operations/audit.ts';
import { clientCreate, clientRevoke } from '../src-server/operations/client.ts';
import { codeKeyRotate } from '../src-server/operations/code-key.ts';
import { conflictResolve } from '../src-server/operations/conflict.ts';
import { contactErase, contactUpdate } from '../src-server/operations/contact.ts';
import type { Actor, Operation } from '../src-server/operations/definition/operation.ts';
import { look, perform } from '../src-server/operations/definition/perform.ts';
import { disputeCreate } from '../src-server/operations/dispute.ts';
import { eventUpdate } from '../src-server/operations/event.ts';
import { exportAudit } from '../src-server/operations/export.ts';
import { memberInvite } from '../src-server/operations/member.ts';
import { orderImport } from '../src-server/operations/import.ts';
import { orderCancel, orderCreate } from '../src-server/operations/order.ts';
import {
  organiserCreate,
  organiserMailTest,
  organiserUpdate,
} from '../src-server/operations/organiser.ts';
import { questionCreate } from '../src-server/operations/question.ts';
import { scanRelease } from '../src-server/operations/scan.ts';
import { sessionCreate } from '../src-server/operations/session.ts';
import {
  ticketReassign,
  ticketResell,
  ticketTransfer,
  ticketUpdate,
} from '../src-server/operations/ticket.ts';
import { waitlistJoin } from '../src-server/operations/waitlist.ts';
import { webhookCreate, webhookRemove, webhookUpdate } from '../src-server/operations/webhook.ts';
import { insertConflict } from '../src-server/store/conflicts.ts';
import { insertEntryScans } from '../src-server/store/entry-scans.ts';
import { findTicket } from '../src-server/store/tickets.ts';
import { requireFound } from '../src-server/rules/domain-error.ts';
import { writeServerAddress } from '../src-server/store/access/server-address.ts';
import { readOperations } from './support/operations.ts';
import { openOrganiserFixture, type OrganiserFixture } from './support/organiser-fixture.ts';

let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

const actor: Actor = { kind: 'command_line', name: 'nora' };

function done<Result extends object>(
  // oxlint-disable-next-line typescript/no-explicit-any -- what it takes is checked when it is performed
  operation: Operation<any, Result, any>,
  input: object,
): Promise<Result> {
  return perform(fixture.database, operation, input, actor);
}

const logged = async (input: object = {}) => (await look(fixture.database, auditList, input)).data;

async function namesOf(organiser: string): Promise<readonly string[]> {
  return (await logged({ organiser })).map(({ operation }) => operation);
}

function addScan(reference: string, result: 'allowed' | 'denied') {
  return fixture.write(async (tx) => {
    const ticket = requireFound(await findTicket(tx, reference), 'ticket', reference);
    const of = { event_id: ticket.event_id, ticket_id: ticket.id };
    const [scan] = await insertEntryScans(tx, [
      {
        reference: tx.newReference('scan'),
        ...of,
        session_id: null,
        location_id: null,
        client_id: null,
        result,
        reason: result === 'allowed' ? 'scanning.allowed' : 'scanning.already_scanned',
        scanned_at: tx.now,
        source: 'upload',
        clock_offset_ms: null,
        sequence: null,
        snapshot_watermark: null,
        content_hash: null,
        clock_suspect: 0,
        code_issue: null,
        admission_source: null,
      },
    ]);
    return requireFound(scan, 'scan', '');
  });
}

async function addConflict(reference: string): Promise<string> {
  const { id: scan_id, event_id, ticket_id } = await addScan(reference, 'denied');
  const { reference: made } = await fixture.write((tx) =>
    insertConflict(tx, {
      event_id,
      ticket_id,
      kind: 'false_denial',
      scan_id,
      other_scan_id: null,
      expected_reason: 'scanning.allowed',
    }),
  );
  return made;
}

describe('the audit log', () => {
  it('says who did what to which resource of whom, newest first, page by page', async () => {
    const event = fixture.event.reference;
    const { organiser } = fixture;
    const session = await done(sessionCreate, {
      event,
      starts_at: '2026-12-12T19:00:00+01:00',
      ends_at: '2026-12-12T22:00:00Z',
    });
    await done(eventUpdate, { event, name: 'Gala', starts_at: null });
    const [update, create, ...rest] = await logged();
    expect(rest).toEqual([]);
    const who = { actor: 'command_line:nora', address: null };
    const common = { ...who, organiser, at: expect.stringMatching(/Z$/) };
    expect(update).toEqual({
      ...common,
      operation: 'event.update',
      resource: event,
      input: { event, name: 'Gala', starts_at: null },
    });
    expect(create).toEqual({
      ...common,
      operation: 'session.create',
      resource: session.reference,
      input: { event, starts_at: '2026-12-12T19:00:00+01:00', ends_at: '2026-12-12T22:00:00Z' },
    });
    expect(await logged({ limit: 1 })).toEqual([update]);
  });

  it('is each organiser’s own, also for what is new or gone, and whatever it is called', async () => {
    const { organiser } = fixture;
    const event = fixture.event.reference;
    const other = await done(organiserCreate, { name: event });
    await done(clientCreate, { name: event, organiser: other.reference, scopes: ['events:read'] });
    await done(disputeCreate, { reason: event, charge: 'ch_1', organiser: other.reference });
    await done(codeKeyRotate, { organiser: other.reference });
    const addOn = await done(addOnCreate, { name: 'Parking', price: 1, event });
    await done(addOnRemove, { add_on: addOn.reference });
    expect(await namesOf(organiser)).toEqual(['add-on.remove', 'add-on.create']);
    expect(await namesOf(other.reference)).toEqual([
      'code-key.rotate',
      'dispute.create',
      'client.create',
      'organiser.create',
    ]);
  });

  it('has no row of what was refused, also if that shows only at the end', async () => {
    const input = { organiser: fixture.organiser, name: 'CRM', scopes: ['events:read'] };
    await expect(done(clientRevoke, { client: 'gci_x' })).rejects.toThrow('There is no client');
    await expect(done(clientCreate, { ...input, scopes: 'x' })).rejects.toThrow('scopes');
    const failing = perform(fixture.database, clientCreate, input, actor, () =>
      Promise.reject(new Error('the disk is full')),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await logged()).toEqual([]);
  });

  it('names no person and holds no secret, after everything that takes one', async () => {
    const { organiser } = fixture;
    const event = fixture.event.reference;
    const zelda = { email: 'zelda@example.org', first_name: 'Zelda', last_name: 'Zeldason' };
    const person = (name: string) => ({ ...zelda, email: `${name}@zelda.example` });
    const type = (await fixture.addTicketType({ total: 2 })).reference;
    await done(organiserUpdate, { organiser, email: zelda.email });
    await done(organiserMailTest, { organiser });
    const question = await done(questionCreate, { event, key: 'who', label: 'Who?', type: 'text' });
    const order = await done(orderCreate, {
      event,
      lines: [{ sellable: type, quantity: 2 }],
      contact: zelda,
      answers: { who: 'Zelda' },
    });
    const more = (await fixture.addTicketType({ name: 'More' })).reference;
    const content = Buffer.from(`ticket_type,email\n${more},${zelda.email}\n`);
    await done(orderImport, { event, file: 'guests.csv', content: content.toString('base64') });
    const [one, two] = order.tickets.map(({ reference }) => reference);
    await done(answerSet, { ticket: one, question: question.reference, value: 'Zelda again' });
    await done(ticketUpdate, { ticket: one, door_note: 'Zelda is late' });
    await done(ticketReassign, { ticket: one, ...person('a') });
    await done(ticketTransfer, { ticket: one, ...person('b') });
    const resold = await done(ticketResell, { ticket: two, ...person('c'), price: 100 });
    await done(waitlistJoin, { event, sellable: type, email: zelda.email });
    const webhook = await done(webhookCreate, {
      organiser,
      url: 'http://127.0.0.1:9/?token=zelda',
      events: ['order.created'],
      webhook_allow: ['127.0.0.1'],
    });
    await done(webhookUpdate, {
      webhook: webhook.reference,
      url: 'https://93.184.216.34/?token=zelda',
    });
    await done(webhookRemove, { webhook: webhook.reference });
    await done(contactUpdate, { contact: resold.contact?.reference, last_name: 'Zeldason' });
    const conflict = await addConflict(resold.reference);
    await done(conflictResolve, { conflict, note: 'Zelda was let in twice' });
    const { reference: scan } = await addScan(resold.reference, 'allowed');
    await done(scanRelease, { scan, kind: 'mistake', note: 'Not Zelda' });
    await done(contactErase, { contact: resold.contact?.reference });
    await done(disputeCreate, { organiser, charge: 'ch_1', reason: 'Zelda denies it' });
    await done(orderCancel, { order: order.reference, reason: 'Zelda is ill' });
    await fixture.write((tx) =>
      writeServerAddress(tx, { url: 'http://[::1]:1/v1', certificate: null }),
    );
    await done(memberInvite, { organiser, email: zelda.email, role: 'viewer' });
    await perform(
      fixture.database,
      exportAudit,
      { organiser, search: zelda.email },
      {
        kind: 'member',
        name: 'mem_1',
        organiserId: fixture.organiserId,
        session: { id: 1, created_at: 0 },
        address: '127.0.0.1',
        authorise: async () => undefined,
        once: async () => undefined,
        assertSeen: null,
      },
    );
    const entries = await logged();
    expect(entries).toHaveLength(22);
    expect(entries.map((entry) => entry.organiser)).toEqual(Array(22).fill(organiser));
    expect(JSON.stringify(entries)).not.toMatch(/zelda|secret|token/i);
    const performed = new Set(entries.map(({ operation }) => operation));
    const takers = (await readOperations()).filter(({ kind, input }) => {
      const words = Object.values(input.properties).map((schema) => JSON.stringify(schema));
      return kind === 'operation' && words.some((one) => /"is(?:Personal|Secret)"/.test(one));
    });
    const isDone = (name: string) => performed.has(name) || name === 'organiser.create';
    expect(takers.map(({ name }) => name).filter((name) => !isDone(name))).toEqual([]);
  });
});
