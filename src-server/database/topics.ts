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

/** What this process may remember of the database, each with a version that moves when any process commits a change of it. */
export const topics = ['access', 'deliveries', 'setup'] as const;
export type Topic = (typeof topics)[number];

/** The versions of one snapshot: of `change_versions`, the table's only row. */
export type Versions = Readonly<Record<Topic, number>>;

interface Watch {
  readonly table: keyof Tables;
  readonly on: readonly ('insert' | 'update' | 'delete')[];
  /** Of an update, only when it sets one of these; any column when not given. */
  readonly columns?: readonly string[];
}

/**
 * The changes that move each version. Triggers of the schema move them, so that a change counts whoever made it; the same table tells
 * a transaction what it has itself changed and may not remember before its commit.
 */
export const watched: Readonly<Record<Topic, readonly Watch[]>> = {
  // Who may call, and as what. A new row takes nothing away.
  access: [
    { table: 'access_tokens', on: ['update', 'delete'] },
    { table: 'clients', on: ['update', 'delete'] },
    { table: 'organisers', on: ['update', 'delete'] },
  ],
  // Whether a delivery that was claimed is still wanted, with the body that it had.
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
  // What a verdict reads beside the ticket, and who subscribes to what. Counters and times that move with every sale are left out.
  setup: [
    { table: 'events', on: ['insert', 'update'] },
    {
      table: 'ticket_types',
      on: ['insert', 'update'],
      columns: ['name', 'is_active', 'valid_from', 'valid_until', 'entry_points'],
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

/** The topics whose version a statement moves, if it finds rows. Raw SQL counts as a change of everything. */
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

/** The same of a row that is inserted. */
export function topicsChangedByInsert(table: keyof Tables): readonly Topic[] {
  return topics.filter((topic) =>
    watched[topic].some((watch) => watch.table === table && watch.on.includes('insert')),
  );
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
