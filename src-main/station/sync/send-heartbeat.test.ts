import { describe, expect, it } from 'vitest';
import type { ModelServer } from '../../../test/support/station/model-server.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { EVENT, NORTH_GATE } from '../../../test/support/station/rows.ts';

describe('a heartbeat', () => {
  it('follows soon when a new station has its place and its data', async () => {
    const door = await openDoor({
      server: true,
      event: null,
      prepare: (server) => {
        listen(server);
        server.trouble = (request) => (request === 'tickets' ? 'server_error' : null);
      },
    });
    await door.time.advance(2_000);
    expect(door.server.heartbeats.at(-1)?.replica_at).toBeNull();
    door.server.trouble = () => null;
    await door.time.advance(6_000);
    expect(door.state().phase.kind).toBe('ready');
    await door.time.advance(5_100);
    expect(door.server.heartbeats.at(-1)).toMatchObject({
      event: EVENT,
      scanner_location: NORTH_GATE.reference,
      replica_at: expect.any(String),
    });
    await door.close();
  });

  it('follows a change of the entry point within seconds, and no more often however often it changes', async () => {
    const door = await openDoor({ server: true, prepare: listen });
    await door.time.advance(40_000);
    await door.send({ kind: 'select_entry_point', location: null });
    await door.time.advance(5_100);
    expect(door.server.heartbeats.at(-1)?.scanner_location).toBeNull();
    const before = door.server.heartbeats.length;
    for (let change = 0; change < 30; change += 1) {
      const location = change % 2 === 0 ? NORTH_GATE.reference : null;
      await door.send({ kind: 'select_entry_point', location });
      await door.time.advance(1_000);
    }
    const sent = door.server.heartbeats.length - before;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThanOrEqual(7);
    await door.close();
  });

  it('is not sent again while nothing has changed', async () => {
    const door = await openDoor({ server: true, prepare: listen });
    await door.time.advance(40_000);
    const before = door.server.heartbeats.length;
    await door.time.advance(60_000);
    expect(door.server.heartbeats.length - before).toBeLessThanOrEqual(3);
    await door.close();
  });
});

function listen(server: ModelServer): void {
  server.capabilities = ['scanner.setup', 'scanner.scans', 'scanner.heartbeat'];
  server.setup = { locations: [NORTH_GATE] };
}
