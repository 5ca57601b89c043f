import { describe, expect, it, vi } from 'vitest';
import type { SetupRecord } from '../../../shared/station/records.ts';
import type { EventPolicy } from '../../../shared/station/event-policy.ts';
import { defaultDoorRules } from '../../../shared/verdict/terms/door-policy.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { MemorySettings, plainSettings } from '../../../test/support/station/memory-settings.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { answersPage, answersRecord, freeTicket } from '../../../test/support/station/records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from '../../../test/support/station/rows.ts';
import { sign, signedTicket, testKey } from '../../../test/support/signed-codes.ts';

const key = testKey('K3dQ');

type Door = Awaited<ReturnType<typeof openDoor>>;

const PIN = '2468';
const ticket = (number: number) => numbered('ticket', number);
const minutes = (count: number) => count * 60_000;

function setupWith(
  policy: Partial<EventPolicy> = {},
  change: Partial<SetupRecord> = {},
): SetupRecord {
  return {
    event: {
      reference: EVENT,
      name: 'Gala',
      status: 'published',
      starts_at: null,
      ends_at: null,
      timezone: 'UTC',
      deleted_at: null,
    },
    sessions: [],
    locations: [NORTH_GATE, SOUTH_GATE],
    ticket_types: [],
    code_keys: [],
    source: 'scanner',
    etag: null,
    policy: { ...defaultDoorRules, ...policy },
    ...change,
  };
}

const withPin = async (setup = setupWith()) => {
  const door = await openDoor({ setup });
  await door.send({ kind: 'set_change_lock', lock: 'pin', pin: PIN });
  return door;
};

const undo = (door: Door, { reference }: ScanOutcome, more: object = {}) =>
  door.send({ kind: 'undo', scan: reference, ...more });

/** Scans again, later than what the door shows of the same reading. */
async function scanLater(door: Door, number: number): Promise<ScanOutcome> {
  await door.time.advance(minutes(2));
  return door.scan(ticket(number));
}

const turn = (door: Door, direction: 'in' | 'out' | null) =>
  door.send({ kind: 'set_direction', direction });

const overrule = (door: Door, { reference }: ScanOutcome, more: object = {}) =>
  door.send({
    kind: 'overrule',
    scan: reference,
    note: 'Box office says yes.',
    pin: PIN,
    ...more,
  });

/** A ticket that is already in. */
const denied = async (door: Door) => {
  await door.scan(ticket(1));
  return scanLater(door, 1);
};

const refusal = (code: string) => ({ ok: false, code });

describe('an admission', () => {
  it('is undone by anybody at its station, and admits again at once', async () => {
    const door = await openDoor();
    const admitted = await door.scan(ticket(1));
    expect(door.state().counters.inside).toBe(1);
    const undone = await undo(door, admitted);
    expect(undone).toMatchObject({ ok: true, released: { kind: 'mistake' } });
    expect(door.messages).toContainEqual(
      expect.objectContaining({ kind: 'released', scan: admitted.reference }),
    );
    expect(door.state().counters).toMatchObject({ inside: 0, admitted_here: 1 });
    expect(await undo(door, admitted)).toMatchObject(refusal('undo.ended'));
    const again = await door.scan(ticket(1));
    expect(again).toMatchObject({ kind: 'admitted', repeated: false });
    expect(door.state().counters).toMatchObject({ inside: 1, admitted_total: 1 });
    expect((await scanLater(door, 1)).reason).toBe('scanning.already_scanned');
    expect(door.rows().map(({ kind }) => kind)).toEqual([
      'admitted',
      'release',
      'admitted',
      'denied',
    ]);
    await door.close();
  });

  it('admits again by the code that was read, even while the ticket lies under the scanner', async () => {
    const setup = setupWith({}, { code_keys: [key.key] });
    const door = await openDoor({ setup });
    const code = await sign(signedTicket(1, { issue: 2 }), key);
    await door.replica.writeTicket({ ...freeTicket(1), code_issue: 2 });
    const again = { kind: 'admit_again', scan: (await door.scan(code)).reference } as const;
    await undo(door, await door.scan(code));
    expect(await door.send(again)).toMatchObject({ outcomes: [{ kind: 'admitted', number: 3 }] });
    expect(await door.scan(code)).toMatchObject({ kind: 'admitted', number: 3, repeated: true });
    expect(door.state().counters.inside).toBe(1);
    await undo(door, { ...(await door.scan(code)) });
    expect(await door.scan(code)).toMatchObject({ kind: 'admitted', repeated: false });
    await door.close();
  });

  it('stays undone after a restart', async () => {
    const door = await openDoor();
    await undo(door, await door.scan(ticket(1)));
    await door.close();
    const later = await openDoor({ files: door.files });
    expect(later.state().counters.inside).toBe(0);
    const welcome = later.station.welcome();
    expect(welcome).toMatchObject({ recent: [{ released: { kind: 'mistake' } }] });
    // Beyond the requests that the first run recorded.
    for (let sent = 0; sent < 3; sent += 1) await later.send({ kind: 'sync_now' });
    expect((await later.scan(ticket(1))).kind).toBe('admitted');
    await later.close();
  });

  it('is undone later only by a supervisor, who says why', async () => {
    const door = await withPin();
    const admitted = await door.scan(ticket(1));
    await door.time.advance(minutes(defaultDoorRules.undo_minutes + 1));
    expect(await undo(door, admitted)).toMatchObject(refusal('pin.required'));
    expect(await undo(door, admitted, { pin: '1111' })).toMatchObject(refusal('pin.wrong'));
    expect(await undo(door, admitted, { pin: PIN })).toMatchObject(refusal('command.invalid'));
    const done = await undo(door, admitted, { pin: PIN, note: 'Wrong person.' });
    expect(done).toMatchObject({ ok: true });
    const reference = (done.ok && done.released?.reference) || '';
    expect(door.journal.find(reference)?.release?.note).toBe('Wrong person.');
    await door.close();
  });

  it('takes a supervisor at once where the organiser says so, and a station without a PIN knows none', async () => {
    const door = await openDoor({ setup: setupWith({ undo_minutes: 0 }) });
    const admitted = await door.scan(ticket(1));
    expect(await undo(door, admitted)).toMatchObject(refusal('pin.not_set'));
    await door.send({ kind: 'enter_kiosk', pin: PIN });
    const done = await undo(door, admitted, { pin: PIN, note: 'Not this person.' });
    expect(done).toMatchObject({ ok: true });
    await door.close();
  });

  it('is not one that was refused, or another event’s, or nobody’s', async () => {
    const door = await openDoor();
    await door.scan(ticket(1));
    const denied = await scanLater(door, 1);
    expect(await undo(door, denied)).toMatchObject(refusal('undo.unknown'));
    const unknown = await door.send({ kind: 'undo', scan: numbered('scan', 99) });
    expect(unknown).toMatchObject(refusal('undo.unknown'));
    await door.close();
  });

  it('that the disk cannot undo stands, and the screen is told', async () => {
    const door = await openDoor();
    const admitted = await door.scan(ticket(1));
    door.journal.appendRelease = () => ({ kind: 'failed', cause: 'disk_full', message: 'full' });
    expect(await undo(door, admitted)).toMatchObject(refusal('release.not_recorded'));
    expect(door.state().counters.inside).toBe(1);
    expect((await scanLater(door, 1)).reason).toBe('scanning.already_scanned');
    await door.close();
  });
});

describe('a door on the way out', () => {
  const withReEntry = setupWith(
    {},
    {
      ticket_types: [
        {
          reference: freeTicket(1).ticket_type?.reference ?? '',
          name: 'Standard',
          re_entry: 'allowed',
        },
      ],
    },
  );

  it.each([
    ['none', setupWith(), 'denied'],
    ['allowed', withReEntry, 'admitted'],
  ] as const)('lets out who came in; re-entry %s', async (_, setup, kind) => {
    const door = await openDoor({ setup });
    const admitted = await door.scan(ticket(1));
    expect(admitted.re_entry).toBeUndefined();
    await turn(door, 'out');
    expect(door.state().direction).toBe('out');
    const left = await door.scan(ticket(1));
    expect(left).toMatchObject({ kind: 'left', reason: null, holder: admitted.holder });
    expect(left.note).toBeUndefined();
    expect(door.messages).toContainEqual({
      kind: 'released',
      scan: admitted.reference,
      released: { reference: left.reference, kind: 'exit', at: left.scanned_at },
    });
    expect(door.state().counters.inside).toBe(0);
    expect(await door.scan(ticket(1))).toMatchObject({ reference: left.reference, repeated: true });
    expect(await scanLater(door, 1)).toMatchObject({ kind: 'left', note: 'out_before' });
    await turn(door, null);
    const back = await scanLater(door, 1);
    expect(back.kind).toBe(kind);
    expect(back.re_entry).toBe(kind === 'admitted' ? true : undefined);
    expect(door.journal.find(left.reference)).toMatchObject({
      kind: 'release',
      release: { scan: admitted.reference, kind: 'exit' },
    });
    await door.close();
  });

  it('keeps nobody in of whom it knows nothing, and still knows no strangers', async () => {
    const door = await openDoor();
    await turn(door, 'out');
    expect(await door.scan(ticket(2))).toMatchObject({ kind: 'left', note: 'not_in' });
    expect(await door.scan(ticket(77))).toMatchObject({ kind: 'unknown_ticket' });
    expect(door.state().counters.inside).toBe(0);
    await door.close();
  });

  it('is what the organiser says of the entry point until somebody chooses', async () => {
    const locations = [{ ...NORTH_GATE, direction: 'out' as const }, SOUTH_GATE];
    const door = await openDoor({ setup: setupWith({}, { locations }) });
    expect(door.state().direction).toBe('out');
    await turn(door, 'in');
    expect(door.state().direction).toBe('in');
    await door.send({ kind: 'select_entry_point', location: SOUTH_GATE.reference });
    await door.send({ kind: 'select_entry_point', location: NORTH_GATE.reference });
    expect(door.state().direction).toBe('out');
    await door.send({ kind: 'check_in', ticket: ticket(1) });
    expect(door.outcomes().at(-1)?.kind).toBe('admitted');
    await door.close();
  });

  it('is anybody’s to choose where guests pass both ways, in kiosk mode too', async () => {
    const locations = [{ ...NORTH_GATE, direction: 'both' as const }, SOUTH_GATE];
    const door = await openDoor({ setup: setupWith({}, { locations }) });
    await door.send({ kind: 'enter_kiosk', pin: PIN });
    expect(await turn(door, 'out')).toEqual({ ok: true });
    expect(door.state().direction).toBe('out');
    await door.close();
  });
});

describe('a denial', () => {
  it('is overruled once, by a supervisor', async () => {
    const door = await withPin();
    const refused = await denied(door);
    expect(await overrule(door, refused, { pin: '1111' })).toMatchObject(refusal('pin.wrong'));
    const done = await overrule(door, refused);
    const overruled = { reason: 'scanning.already_scanned', note: 'Box office says yes.' };
    expect(done).toMatchObject({ ok: true, outcomes: [{ kind: 'admitted', overruled }] });
    expect(door.outcomes().at(-1)).toMatchObject({ kind: 'admitted', overruled });
    // The ticket still lies under the scanner.
    expect(await door.scan(ticket(1))).toMatchObject({ kind: 'admitted', repeated: true });
    expect(await overrule(door, refused)).toMatchObject(refusal('overrule.unknown'));
    const [last] = door.journal.pending(numbered('organiser', 1), 9).toReversed();
    expect(last).toMatchObject({ kind: 'admitted', reason: 'scanning.allowed', overruled });
    expect(door.state().counters).toMatchObject({ inside: 1, admitted_total: 1 });
    await door.close();
  });

  it.each([
    ['none', 'valid', 'overrule.not_allowed'],
    ['rules', 'cancelled', 'overrule.not_allowed'],
    ['any', 'cancelled', null],
  ] as const)('where the organiser allows %s, of a %s ticket', async (policy, status, code) => {
    const door = await withPin(setupWith({ overrule: policy }));
    if (status === 'cancelled') await door.replica.writeTicket({ ...freeTicket(1), status });
    const refused = status === 'cancelled' ? await door.scan(ticket(1)) : await denied(door);
    expect(refused.kind).toBe('denied');
    const answer = await overrule(door, refused);
    expect(answer).toMatchObject(code === null ? { ok: true } : refusal(code));
    await door.close();
  });

  it('is overruled with the code that was read', async () => {
    const door = await withPin();
    await door.scan(ticket(1));
    await door.time.advance(minutes(2));
    const code = ticket(1).toUpperCase();
    await overrule(door, await door.scan(code));
    const [last] = door.journal.pending(numbered('organiser', 1), 9).toReversed();
    expect(last).toMatchObject({ kind: 'admitted', code });
    await door.close();
  });

  it('is not overruled once the ticket is known to be cancelled', async () => {
    const door = await withPin();
    const refused = await denied(door);
    await door.replica.writeTicket({ ...freeTicket(1), status: 'cancelled' });
    expect(await overrule(door, refused)).toMatchObject(refusal('overrule.not_allowed'));
    await door.close();
  });

  it('is none of an admission, or of a code that names no ticket', async () => {
    const door = await withPin();
    const admitted = await door.scan(ticket(1));
    const unknown = await door.scan(ticket(77));
    for (const one of [admitted, unknown])
      expect(await overrule(door, one)).toMatchObject(refusal('overrule.unknown'));
    await door.close();
  });
});

it('what was decided before a restart is answered, and not refused, when its screen asks again', async () => {
  const settings = new MemorySettings({
    ...plainSettings,
    organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
    event: EVENT,
    entry_point: NORTH_GATE.reference,
  });
  const setup = setupWith({ capacity: 2 });
  const door = await openDoor({ setup, settings });
  await door.send({ kind: 'set_change_lock', lock: 'pin', pin: PIN });
  const first = await door.scan(ticket(1));
  await door.scan(ticket(2));
  const refused = await scanLater(door, 2);
  await door.scan(ticket(3));
  const requests = [
    { id: 'held', command: { kind: 'admit_held', ticket: ticket(3), pin: PIN } },
    {
      id: 'overruled',
      command: { kind: 'overrule', scan: refused.reference, note: 'Twins.', pin: PIN },
    },
    { id: 'undone', command: { kind: 'undo', scan: first.reference } },
  ] as const;
  for (const one of requests)
    expect((await door.station.handle(one)).result).toMatchObject({ ok: true });
  const before = door.rows().length;
  await door.close();
  const later = await openDoor({ files: door.files, settings });
  for (const one of requests)
    expect((await later.station.handle(one)).result).toMatchObject({ ok: true });
  expect(later.rows()).toHaveLength(before);
  const other = { ...requests[2], id: 'another' };
  expect((await later.station.handle(other)).result).toMatchObject(refusal('undo.ended'));
  await later.close();
});

it('a reason is kept as it can be shown everywhere, and says something', async () => {
  const door = await withPin(setupWith({ undo_minutes: 0 }));
  const admitted = await door.scan(ticket(1));
  const nothing = { pin: PIN, note: '\u202Eab\u202C' };
  expect(await undo(door, admitted, nothing)).toMatchObject(refusal('command.invalid'));
  const done = await undo(door, admitted, { pin: PIN, note: '\u202AWrong\tperson\u0007\u202C' });
  const released = (done.ok && done.released?.reference) || '';
  expect(door.journal.find(released)?.release?.note).toBe('Wrong person');
  await door.scan(ticket(1));
  const denied = await scanLater(door, 1);
  expect(await overrule(door, denied, nothing)).toMatchObject(refusal('command.invalid'));
  await overrule(door, denied, { note: 'Twins\u2068 \u2069with one ticket' });
  expect(door.outcomes().at(-1)?.overruled?.note).toBe('Twins with one ticket');
  await door.close();
});

describe('a full house', () => {
  it('holds who would be admitted until a supervisor decides or somebody leaves', async () => {
    const door = await withPin(setupWith({ capacity: 1 }));
    const first = await door.scan(ticket(1));
    const held = await door.scan(ticket(2));
    expect(held).toMatchObject({ kind: 'held', note: 'full', number: 0 });
    expect(held.message).toContain('1 of 1');
    expect(door.rows()).toHaveLength(1);
    const admit = (number: number, pin: string) =>
      door.send({ kind: 'admit_held', ticket: ticket(number), pin });
    expect(await admit(2, '1111')).toMatchObject(refusal('pin.wrong'));
    expect(await admit(3, PIN)).toMatchObject(refusal('held.unknown'));
    expect(await admit(2, PIN)).toMatchObject({ ok: true, outcomes: [{ kind: 'admitted' }] });
    expect(await door.scan(ticket(3))).toMatchObject({ kind: 'held' });
    await undo(door, first);
    expect(await door.scan(ticket(3))).toMatchObject({ kind: 'held' });
    expect(door.state().counters.inside).toBe(1);
    const atBoxOffice = await door.send({ kind: 'check_in', ticket: ticket(3) });
    expect(atBoxOffice).toMatchObject({ outcomes: [{ kind: 'held', entry_point: null }] });
    const letIn = { outcomes: [{ kind: 'admitted', entry_point: null }] };
    expect(await admit(3, PIN)).toMatchObject(letIn);
    await door.close();
  });
});

describe('an order of several tickets', () => {
  const ofOne = numbered('order', 1);
  const writeOrder = async (door: Door, size: number) => {
    for (let number = 1; number <= size; number += 1)
      await door.replica.writeTicket({ ...freeTicket(number), order: ofOne });
    await expect.poll(() => door.replica.ticketsOfOrder(EVENT, ofOne, 1).complete).toBe(true);
  };

  it('is admitted together, each ticket with a verdict of its own', async () => {
    const door = await openDoor();
    const others = [2, 3, 4].map((number) => ({ ...freeTicket(number), order: ofOne }));
    const [two, three, four] = others;
    if (two === undefined || three === undefined || four === undefined) throw new Error('none');
    // Its holder lost the code and has a newer one.
    const reissued = { ...three, code_issue: 2 };
    for (const one of [{ ...freeTicket(1), order: ofOne }, two, reissued])
      await door.replica.writeTicket(one);
    await door.replica.writeTicket({ ...four, status: 'cancelled' });
    await expect.poll(() => door.replica.ticketsOfOrder(EVENT, ofOne, 9).complete).toBe(true);
    const first = await door.scan(ticket(1));
    await door.time.advance(1);
    expect(door.messages).toContainEqual({
      kind: 'companions',
      scan: first.reference,
      others: 3,
    });
    const done = await door.send({ kind: 'admit_order', scan: first.reference });
    const kinds = done.ok ? (done.outcomes ?? []).map(({ kind, ticket: of }) => [of, kind]) : [];
    expect(new Set(kinds.map(([of, kind]) => `${of} ${kind}`))).toEqual(
      new Set([`${ticket(2)} admitted`, `${ticket(3)} admitted`, `${ticket(4)} denied`]),
    );
    expect(door.state().counters).toMatchObject({ inside: 3, admitted_here: 3 });
    await door.close();
  });

  it('goes in as its first ticket did, whichever way the station lets guests by then', async () => {
    const door = await openDoor();
    await writeOrder(door, 3);
    const first = await door.scan(ticket(1));
    await door.send({ kind: 'set_direction', direction: 'out' });
    const done = await door.send({ kind: 'admit_order', scan: first.reference });
    expect(done).toMatchObject({ outcomes: [{ kind: 'admitted' }, { kind: 'admitted' }] });
    expect(door.state().counters.inside).toBe(3);
    await door.close();
  });

  it('of which the house is too full for some lets in by name whom a supervisor admits', async () => {
    const door = await withPin(setupWith({ capacity: 1 }));
    await writeOrder(door, 3);
    const first = await door.scan(ticket(1));
    const held = await door.send({ kind: 'admit_order', scan: first.reference });
    expect(held).toMatchObject({ outcomes: [{ kind: 'held' }, { kind: 'held' }] });
    const letIn = await door.send({ kind: 'admit_held', ticket: ticket(2), pin: PIN });
    expect(letIn).toMatchObject({ outcomes: [{ kind: 'admitted', ticket: ticket(2) }] });
    expect(await scanLater(door, 3)).toMatchObject({ kind: 'held' });
    expect(door.rows()).toHaveLength(2);
    await door.close();
  });

  it('is admitted to the last, however many they are', async () => {
    const door = await openDoor();
    await writeOrder(door, 120);
    const first = await door.scan(ticket(1));
    await door.time.advance(1);
    expect(door.messages).toContainEqual(expect.objectContaining({ others: 119 }));
    const read = vi.spyOn(door.replica, 'ticketsOfOrder');
    await door.send({ kind: 'admit_order', scan: first.reference });
    await door.time.advance(1);
    expect(door.state().counters.inside).toBe(120);
    // Once to admit the others and once for the last of them, not for each: a scan waits for that.
    expect(read).toHaveBeenCalledTimes(2);
    await door.close();
  });

  it('that a restart interrupted is admitted to the last when its screen asks again', async () => {
    const door = await openDoor();
    await writeOrder(door, 4);
    const { reference: scan } = await door.scan(ticket(1));
    const append = door.journal.append.bind(door.journal);
    let left = 1;
    door.journal.append = (draft) => {
      left -= 1;
      return left < 0 ? { kind: 'failed', cause: 'io_error', message: 'killed' } : append(draft);
    };
    const request = { id: 'order', command: { kind: 'admit_order', scan } } as const;
    await door.station.handle(request);
    expect(door.state().counters.inside).toBe(2);
    await door.close();
    const later = await openDoor({ files: door.files });
    await writeOrder(later, 4);
    await later.station.handle(request);
    expect(later.state().counters.inside).toBe(4);
    await later.close();
  });
});

it('a station that runs for hours compares only what moved', async () => {
  const door = await openDoor();
  await door.scan(ticket(1));
  expect(door.state().counters.inside).toBe(1);
  const spy = door.replica.admissionsOf.bind(door.replica);
  let reads = 0;
  door.replica.admissionsOf = (of) => {
    reads += 1;
    return spy(of);
  };
  for (let passed = 0; passed < 10; passed += 1) door.state();
  expect(reads).toBe(0);
  await door.close();
});

it('what the organiser wants said reaches the door with the verdict, and after a restart', async () => {
  const door = await openDoor();
  const said = { door_note: 'Speaks at 20:00.', flags: ['vip', 'check_id'] };
  await door.replica.writeTicket({ ...freeTicket(1), ...said });
  expect(await door.scan(ticket(1))).toMatchObject({ kind: 'admitted', ...said });
  const plain = await door.scan(ticket(2));
  expect([plain.door_note, plain.flags]).toEqual([undefined, undefined]);
  await door.close();
  const later = await openDoor({ files: door.files });
  const [, recent] = later.station.welcome().kind === 'welcome' ? later.journal.recent(2) : [];
  expect(recent).toMatchObject(said);
  await later.close();
});

it('answers that the organiser wants said come with the verdict, and no journal keeps them', async () => {
  const door = await withPin();
  await door.replica.writeTicket({ ...freeTicket(2), order: numbered('order', 2) });
  const asked = [
    { label: 'Allergies?', type: 'multiselect', text: 'Nuts, eggs' },
    { label: 'Born?', type: 'date', text: '2008-03-09' },
    { label: 'From?', type: 'country', text: 'NO' },
    { label: 'Since?', type: 'date', text: 'always' },
  ];
  await door.replica.applyPage(answersPage([{ ...answersRecord(1), answers: asked }]));
  const answers = [
    { label: 'Allergies?', text: 'Nuts, eggs' },
    { label: 'Born?', text: '9 March 2008' },
    { label: 'From?', text: 'Norway' },
    { label: 'Since?', text: 'always' },
  ];
  expect(await door.scan(ticket(1))).toMatchObject({ kind: 'admitted', answers });
  expect((await door.scan(ticket(2))).answers).toBeUndefined();
  const refused = await denied(door);
  expect(refused).toMatchObject({ answers });
  await overrule(door, refused);
  expect(door.outcomes().at(-1)).toMatchObject({ kind: 'admitted', answers });
  expect(JSON.stringify(door.journal.recent(9))).not.toContain('Nuts');
  expect(door.station.welcome()).toMatchObject({ recent: [{ answers }, { answers }, {}, {}] });
  await door.replica.applyPage(answersPage([answersRecord(2)], { asked_pointer: 'w1' }));
  expect((await scanLater(door, 1)).answers).toBeUndefined();
  await door.close();
});
