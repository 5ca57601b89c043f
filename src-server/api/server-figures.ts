import { reasons, type Reason } from '../../shared/verdict/terms/reason.ts';
import { figuresInTime } from '../database/time-limit.ts';
import type { Database } from '../database/database.ts';
import { gauge, type Family } from '../metrics/families.ts';
import { countOpenConflicts } from '../store/conflicts.ts';
import { countStations } from '../store/access/stations.ts';

/** A commit of another process holds no events, so there is nothing to hurry for. */
const WITHIN_MS = 60_000;

/** Figures of the organiser's work: what this process counted, and what the database holds. */
export function watchServer(database: Database): {
  readonly read: () => Promise<readonly Family[]>;
  readonly end: () => void;
} {
  const scans = new Map<Reason, number>(reasons.map((reason) => [reason, 0]));
  const end = database.onCommit(({ events }) => {
    for (const event of events) {
      if (event.name !== 'ticket.scanned') continue;
      const { reason } = event.data;
      scans.set(reason, (scans.get(reason) ?? 0) + 1);
    }
  }, WITHIN_MS);
  return {
    end,
    read: async () => [
      {
        name: 'gatehouse_scans_total',
        help: 'Scans that this process recorded, by verdict; scans of offline doors count when they are uploaded.',
        type: 'counter',
        samples: [...scans].map(([reason, value]) => {
          const result = reason === 'scanning.allowed' ? 'allowed' : 'denied';
          return { labels: { result, reason }, value };
        }),
      },
      ...(await readFigures(database)),
    ],
  };
}

async function readFigures(database: Database): Promise<readonly Family[]> {
  const counting = database.read(async (tx) => ({
    stations: await countStations(tx),
    conflicts: await countOpenConflicts(tx),
  }));
  const figures = await figuresInTime(Promise.all([database.sizeBytes(), counting]));
  const isUp = figures === null ? 0 : 1;
  const up = gauge('gatehouse_database_up', 'Whether the database answers: 1, or 0.', isUp);
  if (figures === null) return [up];
  const [size, { stations, conflicts }] = figures;
  return [
    up,
    gauge(
      'gatehouse_conflicts_open',
      'Conflicts between doors that nobody has resolved.',
      conflicts,
    ),
    {
      name: 'gatehouse_stations',
      help: 'Stations by state; one that has not reported for a minute is offline.',
      type: 'gauge',
      samples: Object.entries(stations).map(([state, value]) => ({ labels: { state }, value })),
    },
    gauge('gatehouse_database_size_bytes', 'Size of the database on disk.', size),
  ];
}
