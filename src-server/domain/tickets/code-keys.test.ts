import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifySignedCode } from '../../../shared/ticket-code/signed-code.ts';
import {
  openOrganiserFixture,
  type OrganiserFixture,
} from '../../../test/support/organiser-fixture.ts';
import type { Ticket } from '../../../shared/resources/tickets.ts';
import { currentCodeKey, describeCodeKeys, removeCodeKey, rotateCodeKey } from './code-keys.ts';
import { describeTicket } from '../../api/resources/tickets.ts';
import { createLocation } from '../events/locations.ts';
import { createOrganiser } from '../access/organisers.ts';
import { issueCode } from './issue-code.ts';

let fixture: OrganiserFixture;
let ticket: Ticket;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  const type = await fixture.addTicketType();
  const [row] = (await fixture.addOrder(type.reference)).tickets;
  ticket = await fixture.database.read((tx) => describeTicket(tx, row?.reference ?? ''));
});
afterEach(() => fixture.close());

const current = () => fixture.write((tx) => currentCodeKey(tx, fixture.organiserId));
const rotate = () => fixture.write((tx) => rotateCodeKey(tx, fixture.organiser));
const list = () => fixture.database.read((tx) => describeCodeKeys(tx, fixture.organiser));
const remove = (kid: string) => fixture.write((tx) => removeCodeKey(tx, fixture.organiser, kid));
const accepts = async (code: string) => {
  const keys = (await list()).map(({ public_key }) => public_key);
  return (await verifySignedCode(code, keys)).kind;
};

describe('the keys that sign ticket codes', () => {
  it('begin with one that is created on first use, and stays', async () => {
    expect(await list()).toEqual([]);
    const [first, second] = await Promise.all([current(), current()]);
    expect(second).toEqual(first);
    expect(await list()).toMatchObject([{ kid: first.kid, retired_at: null }]);
  });

  it('have ids that no command line takes for a flag', async () => {
    await fixture.write(async (tx) => {
      for (let made = 0; made < 300; made += 1) await rotateCodeKey(tx, fixture.organiser);
    });
    expect((await list()).filter(({ kid }) => kid.startsWith('-'))).toEqual([]);
  });

  it('are the organiser’s own', async () => {
    const other = await fixture.write((tx) =>
      createOrganiser(tx, { name: 'Other', plan: 'pro', email: null }),
    );
    const own = await current();
    const others = await fixture.write((tx) => currentCodeKey(tx, other.id));
    expect(others.secret_key).not.toEqual(own.secret_key);
    expect(await list()).toHaveLength(1);
  });

  it('verify what a retired one signed until it is removed', async () => {
    const old = await current();
    const code = await issueCode(ticket, fixture.event.reference, old);
    const rotated = await rotate();
    expect(rotated.kid).not.toBe(old.kid);
    expect((await current()).kid).toBe(rotated.kid);
    expect((await list()).map(({ kid }) => kid)).toEqual([rotated.kid, old.kid]);
    expect(await accepts(code)).toBe('valid');
    expect(await accepts(await issueCode(ticket, fixture.event.reference, await current()))).toBe(
      'valid',
    );
    await remove(old.kid);
    expect(await accepts(code)).toBe('unknown_key');
  });

  it('keep the signing one, and reveal no secret half', async () => {
    const { kid, secret_key } = await current();
    await expect(remove(kid)).rejects.toThrow('rotate first');
    await expect(remove('none')).rejects.toThrow('There is no code key none.');
    const secret = secret_key.toString('base64url');
    expect(JSON.stringify([await list(), await rotate(), await remove(kid)])).not.toContain(secret);
  });
});

describe('a code', () => {
  it('that cannot contain every restriction of its ticket is not issued', async () => {
    const event = fixture.event.reference;
    const entry_points = await fixture.write(async (tx) => {
      const gates: string[] = [];
      for (let number = 1; number <= 30; number += 1) {
        gates.push((await createLocation(tx, { event, name: `Gate ${number}` })).reference);
      }
      return gates;
    });
    const key = await current();
    await expect(issueCode({ ...ticket, entry_points }, event, key)).rejects.toThrow(
      `The 30 entry points of ticket ${ticket.reference} do not fit into a signed code.`,
    );
    const few = { ...ticket, entry_points: entry_points.slice(0, 6) };
    expect((await issueCode(few, event, key)).length).toBeLessThanOrEqual(300);
  });
});
