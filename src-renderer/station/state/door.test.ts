import { afterEach, describe, expect, it, vi } from 'vitest';
import { evening, kinds, outcome, readyState } from '../../../test/support/door-script.ts';
import type { ScanRequest, StationRequest } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { admitOrder, undo } from './door-actions.ts';
import { createDoor, type Door } from './door.ts';
import { signalOfEntry } from './verdict/verdict-board.ts';

const code = 'gatehouse://enrol?server=https%3A%2F%2Ftickets.example.org%2Fv1&client=c&secret=s';

const ignore = () => undefined;

function openDoor(
  state: StationState,
  asked: StationRequest['command'][] = [],
  written: (readonly ScanRequest[])[] = [],
  answer: CommandResult | null = null,
): Door & { readonly receive: (message: StationMessage) => void } {
  let receive: (message: StationMessage) => void = ignore;
  const door = createDoor({
    transport: {
      send: ({ id, command }) => {
        asked.push(command);
        if (answer !== null) receive({ kind: 'reply', id, result: answer });
      },
      open: (listener) => {
        receive = listener.onMessage;
        receive({ kind: 'welcome', state, recent: [] });
        return () => undefined;
      },
    },
    kept: { read: () => [], write: (requests) => void written.push(requests) },
    preferences: {
      theme: 'dark',
      muted: true,
      volume: 0,
      speaks: false,
      vibrates: false,
      hidesNames: false,
      locale: 'en',
    },
    player: { play: () => undefined, onBlocked: () => undefined },
    newId: () => 'one',
  });
  return { ...door, receive };
}

/** Scans an enrolment code at a door in this state and returns the commands sent to the station. */
function scanEnrolmentCode(state: StationState): readonly StationRequest['command'][] {
  const asked: StationRequest['command'][] = [];
  const door = openDoor(state, asked);
  door.scan(code, 'keyboard');
  door.close();
  return asked;
}

const connect = {
  kind: 'connect',
  server_url: 'https://tickets.example.org/v1',
  client_id: 'c',
  client_secret: 's',
  certificate: null,
  keys: null,
  event: null,
  location: null,
};

describe('an enrolment code at the door', () => {
  it.each([
    { code: 'secret_missing' },
    { code: 'secret_unreadable', problem: 'the keyring is locked' },
  ] as const)('replaces a secret that cannot be read ($code)', (warning) => {
    const asked = scanEnrolmentCode({ ...readyState(), warnings: [warning] });
    expect(asked).toEqual([connect]);
  });

  it('of another server is never accepted at an open door, because a guest may present it', () => {
    const warnings = [{ code: 'secret_missing' }] as const;
    const elsewhere = { ...readyState(), server_url: 'https://own.example.org/v1', warnings };
    expect(scanEnrolmentCode(elsewhere)).toMatchObject([{ kind: 'scan', code }]);
    const same = { ...elsewhere, server_url: 'HTTPS://Tickets.example.org:443/v1/' };
    expect(scanEnrolmentCode(same)).toEqual([connect]);
  });

  it.each([false, true])(
    'requires confirmation if a different one is scanned in the form, and is ignored from guests',
    (on) => {
      const door = openDoor({
        ...readyState(),
        phase: {
          kind: 'revoked',
          revoked_at: '2026-12-12T18:00:00.000000Z',
          unsent: 0,
          sealed_as: null,
        },
        kiosk: { on, wait_until: null },
      });
      door.scan('tkt_01hzzzzzzzzzzzzzzzzzzzzzz9', 'keyboard');
      expect(door.store.getState().trouble?.code).toBe(on ? undefined : 'connect.no_code');
      door.close();
    },
  );

  it('connects a station that has no server yet', () => {
    expect(scanEnrolmentCode({ ...readyState(), phase: { kind: 'unenrolled' } })).toEqual([
      connect,
    ]);
  });

  it('is an ordinary code if the station has its secret', () => {
    expect(scanEnrolmentCode(readyState())).toMatchObject([{ kind: 'scan', code }]);
  });

  it('is never stored by the page, while a ticket is stored until it is answered', () => {
    const written: (readonly ScanRequest[])[] = [];
    const door = openDoor(readyState(), [], written);
    door.scan(code, 'keyboard');
    expect(written).toEqual([]);
    door.scan('tkt_01hzzzzzzzzzzzzzzzzzzzzzz9', 'keyboard');
    expect(written).toMatchObject([[{ command: { code: 'tkt_01hzzzzzzzzzzzzzzzzzzzzzz9' } }]]);
    door.close();
  });
});

function signals({ store }: Door) {
  const { shown, waiting } = store.getState().board;
  return [shown, ...waiting].map((one) => one && signalOfEntry(one.entry));
}

describe('what the station says while another verdict is shown', () => {
  const mistake = { reference: 'rel_1', kind: 'mistake', at: evening(1) } as const;

  it('ends an admission that still waits to be shown', () => {
    const door = openDoor(readyState());
    door.receive({ kind: 'outcome', outcome: outcome(1, kinds.already) });
    door.receive({ kind: 'outcome', outcome: outcome(2) });
    door.receive({ kind: 'released', scan: outcome(2).reference, released: mistake });
    expect(signals(door)).toEqual(['already_in', 'undone']);
    door.close();
  });

  it('keeps the offer of a whole order while its ticket is read again, and no longer', () => {
    const door = openDoor(readyState());
    const scanned = outcome(1);
    const offered = { scan: scanned.reference, others: 2 };
    door.receive({ kind: 'outcome', outcome: scanned });
    door.receive({ kind: 'companions', ...offered });
    door.receive({ kind: 'outcome', outcome: { ...scanned, repeated: true } });
    expect(door.store.getState().companions).toEqual(offered);
    door.receive({ kind: 'outcome', outcome: outcome(2, kinds.already) });
    expect(door.store.getState().companions).toBeNull();
    door.close();
  });

  it.each([
    { name: 'offers', result: refused('undo.unknown', 'Unknown.') },
    { name: 'sums up', result: { ok: true, outcomes: [outcome(2)] } },
  ] as const)('$name a whole order no more once the next guest was scanned', async ({ result }) => {
    for (const isNext of [false, true]) {
      const door = openDoor(readyState());
      const scanned = outcome(1);
      door.receive({ kind: 'outcome', outcome: scanned });
      door.receive({ kind: 'companions', scan: scanned.reference, others: 1 });
      const admitted = admitOrder(door);
      if (isNext) door.receive({ kind: 'outcome', outcome: outcome(3, kinds.already) });
      door.receive({ kind: 'reply', id: 'one', result });
      await admitted;
      const { companions, order } = door.store.getState();
      expect(companions === null && order === null).toBe(isNext);
      door.close();
    }
  });
});

describe('a page whose station comes back', () => {
  it('shows as undone what was undone meanwhile', () => {
    const door = openDoor(readyState());
    const scanned = outcome(1);
    const released = { reference: 'rel_1', kind: 'mistake', at: evening(1) } as const;
    door.receive({ kind: 'outcome', outcome: scanned });
    door.receive({ kind: 'companions', scan: scanned.reference, others: 2 });
    door.receive({ kind: 'welcome', state: readyState(), recent: [{ ...scanned, released }] });
    const { board, companions, recent } = door.store.getState();
    expect(board.shown).toMatchObject({ entry: { outcome: { released } } });
    expect(recent).toMatchObject([{ released }]);
    expect(companions).toBeNull();
    door.close();
  });

  it('forgets its guests if the station was revoked meanwhile', () => {
    const door = openDoor(readyState());
    door.receive({ kind: 'outcome', outcome: outcome(1) });
    const revoked_at = evening(1);
    const phase = { kind: 'revoked', revoked_at, unsent: 1, sealed_as: null } as const;
    const recent = [outcome(2), outcome(1)];
    door.receive({ kind: 'welcome', state: { ...readyState(), phase }, recent });
    expect(door.store.getState()).toMatchObject({ recent: [], board: { shown: null } });
    door.close();
  });
});

describe('an error of a command', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leaves the door screen by itself, whatever reported it', async () => {
    vi.useFakeTimers();
    const refusal = { ok: false, code: 'undo.ended', message: 'It has ended already.' } as const;
    const door = openDoor(readyState(), [], [], refusal);
    await undo(door, outcome(1));
    expect(door.store.getState().trouble).toMatchObject({ code: 'undo.ended' });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(door.store.getState().trouble).toBeNull();
    door.close();
  });

  it('stays in a form, and leaves once the form was closed', async () => {
    vi.useFakeTimers();
    const refusal = { ok: false, code: 'connect.unreachable', message: 'Nothing.' } as const;
    const door = openDoor(readyState(), [], [], refusal);
    door.store.setState({ sheet: { kind: 'connect' } });
    await door.connect(connect);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(door.store.getState().trouble).toMatchObject({ code: 'connect.unreachable' });
    door.store.setState({ sheet: null });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(door.store.getState().trouble).toBeNull();
    door.close();
  });
});
