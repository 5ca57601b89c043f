import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { instantFromMicros } from '../../shared/instant.ts';
import {
  replicaWorkerUrl,
  SqliteReplica,
} from '../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import { fileSecrets } from '../../src-main/adapters/system/file-secrets.ts';
import { fileSettings, freshSettings } from '../../src-main/adapters/system/file-settings.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import type { TicketRecord } from '../../src-main/ports/replica.ts';
import type { EventRecord } from '../../shared/station/records.ts';
import { EVENT, fillReplica } from './bench-replica.ts';

/** The server and client of a furnished station: nothing listens there. */
export const AWAY = { url: 'http://127.0.0.1:9', client: 'cli_bench', secret: 'secret' } as const;

const NORTH_GATE = { reference: 'loc_01kyvbnvq0g7m3x9r2c5t8w4ez', name: 'North Gate' } as const;

export interface Furnishing {
  readonly tickets: number;
  readonly rowAt?: (index: number) => TicketRecord;
  /** Works on the replica before it is closed. */
  readonly onFilled?: (replica: SqliteReplica, path: string) => Promise<void>;
}

/** What an earlier run of a station leaves in its data folder: everything but a network. */
export async function furnishStation(
  data: string,
  { tickets, rowAt, onFilled }: Furnishing,
): Promise<void> {
  const folder = join(data, 'station');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'replica.db');
  const replica = new SqliteReplica(path, replicaWorkerUrl());
  await fillReplica(replica, tickets, rowAt);
  await replica.applyPage({
    list: 'scans',
    event: EVENT,
    asked_url: null,
    asked_pointer: null,
    rows: [],
    next_url: null,
    watermark: '2026-01-01T00:00:00.000000Z',
    asked_at: instantFromMicros(1_800_000_000_000_000),
  });
  await replica.replaceEvents([event]);
  await replica.writeSetup({
    event,
    sessions: [],
    locations: [NORTH_GATE],
    ticket_types: [],
    code_keys: [],
    source: 'scanner',
    etag: null,
  });
  await onFilled?.(replica, path);
  await replica.close();
  await fileSecrets(join(folder, 'secrets.json')).write('client_secret', AWAY.secret);
  fileSettings(join(folder, 'settings.json'), silentLogger).write({
    ...freshSettings,
    server_url: AWAY.url,
    client_id: AWAY.client,
    organiser: { reference: 'org_01kyvbnvq0g7m3x9r2c5t8w4ez', display_name: 'Bench' },
    event: EVENT,
    entry_point: NORTH_GATE.reference,
  });
}

const event: EventRecord = {
  reference: EVENT,
  name: 'Bench',
  status: 'published',
  starts_at: null,
  ends_at: null,
  timezone: 'Europe/Berlin',
  deleted_at: null,
};
