import { describe, expect, it } from 'vitest';
import { MemorySettings, plainSettings } from '../../../test/support/station/memory-settings.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { EVENT } from '../../../test/support/station/rows.ts';

describe("a station's access", () => {
  it('is unknown until the server responds, and stays known when it becomes unreachable', async () => {
    const door = await openDoor({
      server: true,
      prepare: (server) => {
        server.trouble = () => 'unreachable';
      },
    });
    await door.time.advance(5_000);
    expect(door.state().access).toEqual({ kind: 'unknown' });
    door.server.trouble = () => null;
    await door.time.advance(5_000);
    expect(door.state().access).toEqual({ kind: 'granted' });
    door.server.trouble = () => 'unreachable';
    await door.time.advance(20_000);
    expect(door.state().access).toEqual({ kind: 'granted' });
    await door.close();
  });

  it('names missing scopes before anything about events', async () => {
    const door = await openDoor({ server: true, event: null });
    door.server.scopes = ['scanner:sync', 'scans:read'];
    door.server.trouble = (request) => (request === 'events' ? 'forbidden' : null);
    await door.time.advance(5_000);
    expect(door.state().access).toEqual({ kind: 'scope_missing', scopes: ['events:read'] });
    await door.close();
  });

  it('names the scopes that a bare server needs', async () => {
    const door = await openDoor({ server: true, event: null });
    door.server.capabilities = [];
    door.server.scopes = ['events:read', 'scans:read'];
    await door.time.advance(5_000);
    expect(door.state().access).toEqual({
      kind: 'scope_missing',
      scopes: ['tickets:read', 'scans:write'],
    });
    await door.close();
  });

  it('distinguishes a client without any event from one whose chosen event was withdrawn', async () => {
    for (const [event, kind] of [
      [null, 'no_event_granted'],
      [EVENT, 'event_not_granted'],
    ] as const) {
      const door = await openDoor({
        server: true,
        event,
        prepare: (server) => {
          server.events = [];
        },
      });
      await door.time.advance(5_000);
      expect(door.state().access).toEqual({ kind });
      await door.close();
    }
  });

  it('counts an event that went back to draft, or was archived, as withdrawn, and still names it', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(5_000);
    const { event } = door.server;
    for (const gone of [
      { ...event, status: 'draft' as const },
      { ...event, deleted_at: door.time.deviceNow() },
    ]) {
      door.server.events = [gone];
      await door.time.advance(70_000);
      expect(door.state()).toMatchObject({
        access: { kind: 'event_not_granted' },
        event: { name: event.name },
      });
      door.server.events = null;
      await door.time.advance(70_000);
      expect(door.state().access).toEqual({ kind: 'granted' });
    }
    await door.close();
  });
});

describe('a station whose settings cannot be written', () => {
  it('uses new choices for this run, warns, and does not show the server as unreachable', async () => {
    const settings = new MemorySettings(plainSettings);
    settings.write = () => {
      throw new Error('settings.json cannot be written (EISDIR)');
    };
    const door = await openDoor({ server: true, event: null, settings });
    await door.time.advance(1_000);
    const event = door.server.event.reference;
    expect(await door.send({ kind: 'select_event', event })).toEqual({ ok: true });
    await door.time.advance(1_000);
    const { sync, warnings, event: chosen } = door.state();
    expect([sync.connection.kind, chosen?.reference]).toEqual(['live', event]);
    expect(warnings).toContainEqual({
      code: 'settings_not_kept',
      problem: 'settings.json cannot be written (EISDIR)',
    });
    await door.close();
  });

  it('stores choices as soon as it can, and withdraws the warning', async () => {
    const settings = new MemorySettings(plainSettings);
    const write = settings.write.bind(settings);
    settings.write = () => {
      throw new Error('no space left on device');
    };
    const door = await openDoor({ server: true, event: null, settings });
    await door.time.advance(1_000);
    const event = door.server.event.reference;
    await door.send({ kind: 'select_event', event });
    await door.time.advance(6_000);
    expect(door.state().warnings.map(({ code }) => code)).toContain('settings_not_kept');
    expect(settings.read().settings.event).not.toBe(event);
    settings.write = write;
    await door.time.advance(6_000);
    expect(door.state().warnings.map(({ code }) => code)).not.toContain('settings_not_kept');
    expect(settings.read().settings.event).toBe(event);
    await door.close();
  });
});

describe('a station whose server is unreachable', () => {
  it('shows when it tries again, and tries at once when asked to', async () => {
    const door = await openDoor({ server: true, event: null });
    await door.time.advance(1_000);
    expect(door.state().sync.next_attempt_at).toBeNull();
    door.server.trouble = () => 'unauthorized';
    await door.time.advance(300_000);
    const { sync } = door.state();
    expect(sync.connection).toMatchObject({ kind: 'offline', reason: 'unauthorized' });
    const waitMs = Date.parse(sync.next_attempt_at ?? '') - Number(door.time.deviceNow()) / 1000;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(30_000);
    door.server.trouble = () => null;
    await door.send({ kind: 'sync_now' });
    await door.time.advance(1);
    expect(door.state().sync).toMatchObject({
      connection: { kind: 'live' },
      next_attempt_at: null,
    });
    await door.close();
  });
});
