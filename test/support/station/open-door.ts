import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { scryptPins } from '../../../src-main/adapters/system/scrypt-pins.ts';
import { silentLogger } from '../../../src-main/adapters/system/system-ports.ts';
import type { Settings } from '../../../src-main/ports/settings.ts';
import type { Scanners } from '../../../src-main/ports/scanners.ts';
import type { SetupRecord } from '../../../shared/station/records.ts';
import { createStation } from '../../../src-main/station/station.ts';
import { ManualTime } from './manual-time.ts';
import { MemorySecrets, MemorySettings, plainSettings } from './memory-settings.ts';
import { ModelServer, remoteTo } from './model-server.ts';
import { freeTicket } from './records.ts';
import { EVENT, NORTH_GATE, numbered } from './rows.ts';
import { seededRandom } from './seeded-random.ts';
import { StoreFiles } from './store-files.ts';

/** Opens a door with three tickets, and with a server only if requested. */
export async function openDoor(
  options: {
    readonly server?: boolean;
    readonly event?: string | null;
    /** Those of an earlier door. */
    readonly files?: StoreFiles;
    readonly settings?: Settings;
    readonly scanners?: Scanners;
    /** The event's setup before the station starts. */
    readonly setup?: SetupRecord;
    /** Prepares the server before the station's first request. */
    readonly prepare?: (server: ModelServer) => void;
  } = {},
) {
  const time = new ManualTime();
  const server = new ModelServer(time);
  options.prepare?.(server);
  const files = options.files ?? new StoreFiles();
  const before = files.openReplica();
  for (const number of [1, 2, 3]) {
    const ticket = freeTicket(number);
    await before.writeTicket(ticket);
    // An import removes tickets that the server does not have.
    server.tickets.set(ticket.reference, ticket);
  }
  if (options.setup !== undefined) await before.writeSetup(options.setup);
  await before.close();
  const replica = files.openReplica();
  const journal = files.openJournal();
  const settings =
    options.settings ??
    new MemorySettings({
      ...plainSettings,
      organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
      event: options.event === undefined ? EVENT : options.event,
      entry_point: NORTH_GATE.reference,
    });
  const address = { server_url: 'https://model', client_id: 'cli', client_secret: 'secret' };
  const station = await createStation({
    clock: time,
    timers: time,
    random: seededRandom(1),
    replica,
    journal,
    openRemote: () => remoteTo(server),
    settings,
    secrets: new MemorySecrets(),
    logger: silentLogger,
    pins: scryptPins,
    ...(options.scanners === undefined ? {} : { scanners: options.scanners }),
    ...(options.server === true ? { enrolment: address } : {}),
  });
  const messages: StationMessage[] = [];
  station.subscribe((message) => messages.push(message));
  let requests = 0;
  const send = async (command: StationCommand) => {
    requests += 1;
    return (await station.handle({ id: `request-${requests}`, command })).result;
  };
  const outcomes = () =>
    messages.flatMap((message): readonly ScanOutcome[] =>
      message.kind === 'outcome' ? [message.outcome] : [],
    );
  const scan = async (code: string) => {
    await send({ kind: 'scan', code, symbology: null, source: 'keyboard' });
    const last = outcomes().at(-1);
    if (last === undefined) throw new Error('expected an outcome');
    return last;
  };
  const state = () => {
    const welcome = station.welcome();
    if (welcome.kind !== 'welcome') throw new Error('expected a welcome');
    return welcome.state;
  };
  const close = () => station[Symbol.asyncDispose]();
  const rows = () => files.journalRows();
  return {
    time,
    server,
    files,
    replica,
    journal,
    rows,
    station,
    messages,
    outcomes,
    send,
    scan,
    state,
    close,
  };
}
