import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  RawNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  type OperationNode,
} from 'kysely';
import type { Tables } from './schema.ts';

/** Kinds of data that a process may cache, each with a version that changes when any process commits a change of it. */
export const topics = ['access', 'deliveries', 'setup'] as const;
export type Topic = (typeof topics)[number];

/** The versions in one snapshot: the only row of `change_versions`. */
export type Versions = Readonly<Record<Topic, number>>;

interface Watch {
  readonly table: keyof Tables;
  readonly on: readonly ('insert' | 'update' | 'delete')[];
  /** For an update: only if it sets one of these columns; any column if not given. */
  readonly columns?: readonly string[];
}

/**
 * The changes that increment each version. The schema's triggers do it, whoever makes the change; from the same table a transaction learns
 * what it has changed itself and may not cache before its commit.
 */
export const watched: Readonly<Record<Topic, readonly Watch[]>> = {
  // Clients and their permissions. A new row revokes nothing.
  access: [
    { table: 'access_tokens', on: ['update', 'delete'] },
    { table: 'clients', on: ['update', 'delete'] },
    { table: 'organisers', on: ['update', 'delete'] },
  ],
  // Whether a claimed delivery is still wanted, and with the same body.
  deliveries: [
    {
      table: 'webhook_subscriptions',
      on: ['update', 'delete'],
      columns: ['is_active', 'epoch', 'deleted_at'],
    },
    { table: 'clients', on: ['update'], columns: ['all_events'] },
    { table: 'client_events', on: ['insert', 'delete'] },
    { table: 'webhook_messages', on: ['update'] },
  ],
  // What a verdict needs besides the ticket, and webhook subscriptions. Counters and times that change with every sale are left out.
  setup: [
    { table: 'events', on: ['insert', 'update'] },
    {
      table: 'ticket_types',
      on: ['insert', 'update'],
      columns: ['name', 'is_active', 'valid_from', 'valid_until', 'entry_points', 're_entry'],
    },
    {
      table: 'sessions',
      on: ['insert', 'update'],
      columns: ['name', 'starts_at', 'ends_at', 'cancelled_at'],
    },
    { table: 'locations', on: ['insert', 'update'] },
    { table: 'client_events', on: ['insert', 'delete'] },
    { table: 'clients', on: ['update'], columns: ['all_events'] },
    {
      table: 'webhook_subscriptions',
      on: ['insert', 'update', 'delete'],
      columns: ['is_active', 'epoch', 'events', 'event_id'],
    },
  ],
};

/** The topics that a statement changes if it affects any rows. Raw SQL counts as changing all of them. */
export function topicsChangedBy(statement: OperationNode): readonly Topic[] {
  if (SelectQueryNode.is(statement)) return [];
  if (RawNode.is(statement)) return topics;
  const change = changeOf(statement);
  if (change === null) return [];
  return topics.filter((topic) =>
    watched[topic].some(
      ({ table, on, columns }) =>
        table === change.table &&
        on.includes(change.kind) &&
        (change.kind !== 'update' ||
          columns === undefined ||
          change.columns.some((column) => columns.includes(column))),
    ),
  );
}

/** The topics that an inserted row changes. */
export function topicsChangedByInsert(table: keyof Tables): readonly Topic[] {
  return topics.filter((topic) =>
    watched[topic].some((watch) => watch.table === table && watch.on.includes('insert')),
  );
}

/** Whom a statement concerns of those who follow an event: nobody, everybody, or who follows the event with this number. */
export type Followers = 'none' | 'any' | number;

/** Tables whose changes are reported to who follows an event. Each names its event, except the events themselves. */
const followed: ReadonlySet<string> = new Set([
  'events',
  'tickets',
  'sessions',
  'orders',
  'order_lines',
  'ticket_types',
  'locations',
  'add_ons',
  'entry_scans',
  'releases',
] satisfies readonly (keyof Tables)[]);

/** A change of access or of what is set up concerns everybody, and so does one whose event is not known from the statement. */
export function followersOf(statement: OperationNode): Followers {
  const topicsChanged = topicsChangedBy(statement);
  if (topicsChanged.includes('access') || topicsChanged.includes('setup')) return 'any';
  const table = SelectQueryNode.is(statement) ? null : (changeOf(statement)?.table ?? null);
  return table !== null && followed.has(table) ? 'any' : 'none';
}

/** Receives, before a statement runs, the topics that it changes and whom it concerns. */
export type OnChange = (topics: readonly Topic[], followers: Followers) => void;

/** Whom an inserted row concerns. */
export function followersOfRow(table: keyof Tables, row: object): Followers {
  if (!followed.has(table)) return 'none';
  return 'event_id' in row && typeof row.event_id === 'number' ? row.event_id : 'any';
}

/** Whom the statements of a transaction concern. */
export class ConcernedEvents {
  #ids: Set<number> | null = new Set();

  note(followers: Followers): void {
    if (followers === 'any') this.#ids = null;
    else if (followers !== 'none') this.#ids?.add(followers);
  }

  /** Null for every event. */
  get ids(): ReadonlySet<number> | null {
    return this.#ids;
  }
}

function changeOf(statement: OperationNode) {
  if (InsertQueryNode.is(statement)) {
    // An upsert may update instead.
    const kind = statement.onConflict?.updates === undefined ? 'insert' : 'update';
    return {
      kind,
      table: tableOf(statement.into),
      columns: updated(statement.onConflict),
    } as const;
  }
  if (UpdateQueryNode.is(statement)) {
    const columns = updated(statement);
    return { kind: 'update', table: tableOf(statement.table), columns } as const;
  }
  if (DeleteQueryNode.is(statement)) {
    return { kind: 'delete', table: tableOf(statement.from.froms[0]), columns: [] } as const;
  }
  return null;
}

function updated(
  statement: { readonly updates?: readonly { readonly column: OperationNode }[] } | undefined,
): readonly string[] {
  return (statement?.updates ?? []).flatMap(({ column }) => {
    const name = ColumnNode.is(column) ? column.column : column;
    return IdentifierNode.is(name) ? [name.name] : [];
  });
}

function tableOf(node: OperationNode | undefined): string | null {
  if (node === undefined) return null;
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : null;
}
