import { describe, expect, it } from 'vitest';
import type { Trouble } from '../../../test/support/station/model-server.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { NORTH_GATE, numbered } from '../../../test/support/station/rows.ts';
import { OPENING_LIMIT_MS } from './door-opening.ts';

const NOT_CHOSEN = { ok: false, code: 'station.not_enrolled' };

const scanOf = (number: number) =>
  ({
    kind: 'scan',
    code: numbered('ticket', number),
    symbology: null,
    source: 'keyboard',
  }) as const;

/** A first start. Until it is told otherwise, the server fails for these requests. */
const startFirst = async (failing: readonly string[], how: Trouble = 'server_error') => {
  const door = await openDoor({
    server: true,
    event: null,
    prepare: (server) => {
      server.setup = { locations: [NORTH_GATE] };
      server.trouble = (request) => (failing.includes(request) ? how : null);
    },
  });
  await door.time.advance(0);
  return door;
};

describe('a station that starts for the first time', () => {
  it.each(['events', 'setup'])(
    'keeps scans until the event is open, and then judges them at its entry point in their order (without %s at first)',
    async (missing) => {
      const door = await startFirst([missing], 'rate_limited');
      expect(door.state().phase.kind).toBe('importing');
      const replies = [scanOf(2), scanOf(1), scanOf(2)].map(door.send);
      await door.time.advance(0);
      expect(door.outcomes()).toEqual([]);
      door.server.trouble = () => null;
      await door.time.advance(4_000);
      expect(await Promise.all(replies)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
      const seen = door.outcomes().map(({ ticket, kind, repeated }) => [ticket, kind, repeated]);
      expect(seen).toEqual([
        [numbered('ticket', 2), 'admitted', false],
        [numbered('ticket', 1), 'admitted', false],
        [numbered('ticket', 2), 'admitted', true],
      ]);
      expect(door.outcomes().map(({ entry_point }) => entry_point)).toEqual(
        Array(3).fill(NORTH_GATE.name),
      );
      await door.close();
    },
  );

  it('keeps nobody waiting for a server that cannot be reached', async () => {
    const door = await startFirst(['identity'], 'unreachable');
    expect(door.state().phase.kind).toBe('choosing_event');
    expect(await door.send(scanOf(1))).toMatchObject(NOT_CHOSEN);
    await door.close();
  });

  it('keeps nobody waiting where a person must choose the event', async () => {
    const door = await openDoor({
      server: true,
      event: null,
      prepare: (server) => (server.events = []),
    });
    await door.time.advance(0);
    expect(door.state().phase.kind).toBe('choosing_event');
    expect(await door.send(scanOf(1))).toMatchObject(NOT_CHOSEN);
    await door.close();
  });

  it('answers after a few seconds, and when it is closed', async () => {
    const door = await startFirst(['events']);
    const kept = door.send(scanOf(1));
    await door.time.advance(OPENING_LIMIT_MS);
    expect(await kept).toMatchObject(NOT_CHOSEN);
    expect(door.state().phase.kind).toBe('choosing_event');
    await door.close();

    const closed = await startFirst(['events']);
    const last = closed.send(scanOf(1));
    await closed.close();
    expect(await last).toMatchObject(NOT_CHOSEN);
  });
});
