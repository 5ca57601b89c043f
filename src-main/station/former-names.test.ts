import { describe, expect, it } from 'vitest';
import { openDoor } from '../../test/support/station/open-door.ts';
import { NORTH_GATE, numbered, SOUTH_GATE } from '../../test/support/station/rows.ts';

const SETUP_EVERY_MS = 61_000;
const standard = { reference: numbered('ticketType', 1), name: 'Standard' };
const drink = { reference: numbered('addOn', 1), name: 'Drink' };

describe('what leaves the setup', () => {
  it('keeps its last known name: the entry point is said to be gone, also after a restart', async () => {
    const whole = {
      locations: [NORTH_GATE, SOUTH_GATE],
      ticket_types: [standard],
      add_ons: [drink],
    };
    const door = await openDoor({
      server: true,
      prepare: (server) => {
        server.setup = whole;
      },
    });
    await door.time.advance(1_000);
    expect(door.state().entry_point).toEqual(NORTH_GATE);
    door.server.setup = { locations: [SOUTH_GATE], ticket_types: [], add_ons: [] };
    await door.time.advance(SETUP_EVERY_MS);
    const gone = [{ code: 'entry_point_archived', name: 'North Gate' }];
    expect(door.state()).toMatchObject({
      entry_point: NORTH_GATE,
      entry_points: [SOUTH_GATE],
      warnings: gone,
    });
    const kept = door.replica.setup(door.server.event.reference);
    expect(kept).toMatchObject({ ticket_types: [standard], add_ons: [drink] });
    await door.close();

    const again = await openDoor({ files: door.files });
    expect(again.state()).toMatchObject({ entry_point: NORTH_GATE, warnings: gone });
    await again.close();
  });

  it('is an ordinary entry point again when it returns', async () => {
    const door = await openDoor({
      server: true,
      prepare: (server) => {
        server.setup = { locations: [NORTH_GATE, SOUTH_GATE] };
      },
    });
    await door.time.advance(1_000);
    door.server.setup = { locations: [SOUTH_GATE] };
    await door.time.advance(SETUP_EVERY_MS);
    door.server.setup = { locations: [SOUTH_GATE, NORTH_GATE] };
    await door.time.advance(SETUP_EVERY_MS);
    expect(door.state()).toMatchObject({ entry_points: [SOUTH_GATE, NORTH_GATE], warnings: [] });
    await door.close();
  });
});
