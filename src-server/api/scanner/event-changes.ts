import type { ChangeKind } from '../../../shared/resources/event-stream.ts';
import {
  addMicros,
  formatInstant,
  instantFromMicros,
  type Instant,
} from '../../../shared/instant.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import type { EventChange, EventChanges, ChangesQuery } from '../../http/streams/change-watch.ts';
import { getEvent } from '../../store/events.ts';
import {
  readChangedKeys,
  readChangedPage,
  type ChangedKey,
  type ChangedPage,
  type ChangedRange,
} from '../lists/list-rows.ts';
import { scansOf } from '../resources/scans.ts';
import { releasesOf } from './releases.ts';

/** Past this many changes of a kind only their number is reported: the list is faster. */
const MAX_OF_A_KIND = 200;

const byEvent = {
  ticket: [{ table: 'tickets' }],
  session: [{ table: 'sessions' }],
  order_line: [{ table: 'order_lines', constant: ['kind', 'add_on'] }],
  answers: [{ table: 'orders', changedAt: 'door_answers_at' }],
  setup: [{ table: 'ticket_types' }, { table: 'locations' }, { table: 'add_ons' }],
} as const;

/** Reads what changed in an event, up to the bound of the transaction's snapshot. */
export async function readEventChanges(
  tx: ReadTransaction,
  query: ChangesQuery,
): Promise<EventChanges> {
  const { bound } = query;
  const event = await getEvent(tx, query.eventId);
  const range = {
    since: addMicros(query.since, 1),
    // Also above the bound, to learn whether anything is there.
    upperBound: instantFromMicros(Number.MAX_SAFE_INTEGER),
    perPage: MAX_OF_A_KIND,
  };
  const changed = async (kind: keyof typeof byEvent) => {
    const where = { event_id: event.id };
    const keys: ChangedKey[] = [];
    for (const source of byEvent[kind]) {
      keys.push(...(await readChangedKeys(tx, { source, where }, range)));
    }
    return keys;
  };
  const scans = await readChangedKeys(tx, scansOf(event), range);
  const releases = await readChangedKeys(tx, releasesOf(event), range);
  const tickets = await changed('ticket');
  const sessions = await changed('session');
  const lines = await changed('order_line');
  const answers = await changed('answers');
  const own = { source: { table: 'events' }, where: { id: event.id } } as const;
  const setup = [...(await readChangedKeys(tx, own, range)), ...(await changed('setup'))];
  const all = [scans, releases, tickets, sessions, lines, answers, setup];
  const withRows = <Row extends SentRow>(
    kind: 'scan' | 'release',
    keys: readonly ChangedKey[],
    readPage: (page: ChangedRange) => Promise<ChangedPage<Row>>,
  ) => describeRows(kind, { keys, since: range.since, bound }, readPage);
  const changes = [
    ...(await withRows('scan', scans, (page) => readChangedPage(tx, scansOf(event), page))),
    ...(await withRows('release', releases, (page) =>
      readChangedPage(tx, releasesOf(event), page),
    )),
    ...changesOf('ticket', tickets, bound),
    ...changesOf('session', sessions, bound),
    ...changesOf('order_line', lines, bound),
    ...changesOf('answers', answers, bound),
    ...changesOf('setup', setup, bound),
  ];
  const isBehind = all.some(
    (keys) => keys.length > MAX_OF_A_KIND || keys.some((key) => key.updated_at > bound),
  );
  return { changes, bound, isBehind, readAt: tx.now };
}

interface SentRow {
  readonly reference: string;
  readonly updated_at: string;
}

/** Sent with its row, so that doors can decide by it before they have read the list. */
async function describeRows<Row extends SentRow>(
  kind: 'scan' | 'release',
  {
    keys,
    since,
    bound,
  }: { readonly keys: readonly ChangedKey[]; readonly since: Instant; readonly bound: Instant },
  readPage: (range: ChangedRange) => Promise<ChangedPage<Row>>,
): Promise<readonly EventChange[]> {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length === 0 || reached.length > MAX_OF_A_KIND) return changesOf(kind, keys, bound);
  const { resources } = await readPage({
    since,
    upperBound: bound,
    perPage: MAX_OF_A_KIND,
    from: null,
  });
  const times = new Map(reached.map((key) => [key.reference, key.updated_at]));
  return resources.map((row) => ({
    kind,
    updatedAt: times.get(row.reference) ?? bound,
    notice: { reference: row.reference, updated_at: row.updated_at, [kind]: row },
  }));
}

function changesOf(
  kind: ChangeKind,
  keys: readonly ChangedKey[],
  bound: Instant,
): readonly EventChange[] {
  const reached = keys.filter((key) => key.updated_at <= bound);
  if (reached.length > MAX_OF_A_KIND) {
    const notice = { reference: null, updated_at: formatInstant(bound) };
    return [{ kind, updatedAt: bound, notice }];
  }
  return reached.map(({ reference, updated_at }) => ({
    kind,
    updatedAt: updated_at,
    notice: { reference, updated_at: formatInstant(updated_at) },
  }));
}
