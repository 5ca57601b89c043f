import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../shared/version.ts';
import { listOrganiserStations } from '../../src-server/domain/access/stations.ts';
import { changeEvent } from '../support/station/furnish-event.ts';
import { RealServer } from '../support/station/real-server.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';

describe('the heartbeat of a station', () => {
  let server: RealServer;
  let venue: Awaited<ReturnType<RealServer['furnish']>>;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let door: RunningStation;

  const heard = async () => {
    const [north] = await changeEvent(server, (tx) => listOrganiserStations(tx, venue.organiser));
    return north ?? null;
  };
  const untilReported = async (
    what: string,
    holds: (station: Awaited<ReturnType<typeof heard>>) => boolean,
  ) => {
    let last = await heard();
    for (let tries = 0; !holds(last); tries += 1) {
      if (tries > 200) throw new Error(`never came to be: ${what}; ${JSON.stringify(last)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      last = await heard();
    }
    return last;
  };

  beforeEach(async () => {
    server = new RealServer();
    await server.start();
    venue = await server.furnish(3);
    directory = await temporaryDirectory();
    const [{ id, secret }] = venue.clients;
    door = await runStation({
      dataDir: directory.path,
      enrolment: { server_url: server.url, client_id: id, client_secret: secret },
      intervals: { heartbeat: 200 },
    });
    await until('the door is ready', () => door.state().phase.kind === 'ready');
  });

  afterEach(async () => {
    await door[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
    await server.remove();
  });

  it("reports the station's health, again and again", async () => {
    const first = await untilReported('a heartbeat with data', (station) => {
      return typeof station?.heartbeat?.replica_at === 'string';
    });
    expect(first).toMatchObject({
      name: 'North',
      heartbeat: {
        event: venue.event,
        scanner_location: venue.north,
        version: VERSION,
        queued: 0,
        needs_attention: 0,
        oldest_unsent_at: null,
        scanner: null,
        warnings: [],
      },
    });
    await door.scan(venue.tickets[0] ?? '');
    await untilReported('another one, with the scanner', (station) => {
      return station?.heartbeat?.scanner === 'keyboard' && station.heartbeat.queued === 0;
    });
  });

  it('is not sent while the station is offline, and follows the first contact', async () => {
    await untilReported('a heartbeat', (station) => Boolean(station?.heartbeat));
    await door.send({ kind: 'set_mode', mode: 'offline' });
    let silent: string | null | undefined;
    // One may be under way; of several in that time none is sent.
    const isSilent = async () => {
      silent = (await heard())?.last_heartbeat_at;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return (await heard())?.last_heartbeat_at === silent;
    };
    await expect.poll(isSilent, { timeout: 20_000 }).toBe(true);
    await door.send({ kind: 'set_mode', mode: 'automatic' });
    await untilReported('a newer one', (station) => station?.last_heartbeat_at !== silent);
  });
});
