import { createHash } from 'node:crypto';
import { MAX_DOOR_QUESTIONS, MAX_SOLD_CODE_LENGTH } from '../../shared/contract/limits.ts';
import { scanResults } from '../../shared/resources/scans.ts';
import { orderStatuses } from '../../shared/contract/statuses.ts';
import { type EventRecord, type SessionRecord } from '../../shared/station/records.ts';
import type { EventPolicy } from '../../shared/station/event-policy.ts';
import {
  defaultDoorRules,
  entryPointDirections,
  overruleRules,
} from '../../shared/verdict/terms/door-policy.ts';
import { reEntryRules, releaseKinds } from '../../shared/verdict/terms/releases.ts';
import { FIRST_ISSUE } from '../../shared/ticket-code/code-payload.ts';
import { ticketStatuses } from '../../shared/verdict/terms/facts.ts';
import type { SetupReply } from '../ports/remote.ts';
import type {
  AnswersRecord,
  OrderLineRecord,
  ReleaseRecord,
  ScanRecord,
  TicketRecord,
  UnreadableRow,
} from '../ports/replica.ts';
import { codeKey, namedRow, organiserKeys, type setupReply } from './replies.ts';
import { RowFields, UnreadableRowError } from './row-fields.ts';

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
}

/** Takes what it needs from the fields, or throws an `UnreadableRowError`. */
export type ReadRow<Row> = (fields: RowFields) => Row;

/**
 * Reads rows as far as they can be read. One that cannot be used, or lacks something, is reported, and never blocks the others.
 */
export function readRows<Row>(
  values: readonly unknown[],
  list: UnreadableRow['list'],
  read: ReadRow<Row>,
): Rows<Row> {
  const rows: Row[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const value of values) {
    try {
      const fields = new RowFields(value, 'an object');
      rows.push(read(fields));
      if (fields.problems.length === 0) continue;
      unreadable.push({ ...nameOf(value), list, problem: fields.problems.join('; ') });
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      unreadable.push({ ...nameOf(value), list, problem: error.message });
    }
  }
  return { rows, unreadable };
}

/** Rows without a reference are told apart by their content. */
function nameOf(value: unknown): Pick<UnreadableRow, 'key' | 'reference'> {
  const reference = namedRow.Check(value) ? value.reference : null;
  const key =
    reference ??
    createHash('sha256')
      .update(JSON.stringify(value) ?? '')
      .digest('base64url');
  return { key, reference };
}

export function readTicketRow(event: string): ReadRow<TicketRecord> {
  return (fields) => ({
    reference: fields.reference(),
    event,
    status: fields.oneOf('status', ticketStatuses) ?? 'unknown',
    ticket_type: fields.part('ticket_type', namedPart),
    holder: fields.part('contact', (contact) => ({
      first_name: contact.text('first_name'),
      last_name: contact.text('last_name'),
      email: contact.text('email'),
    })),
    order: fields.text('order'),
    session: fields.fact('session', (session) => ({
      reference: session.reference(),
      name: session.text('name'),
      starts_at: session.time('starts_at'),
    })),
    seat_label: fields.text('seat_label'),
    valid_from: fields.timeOrNull('valid_from'),
    valid_until: fields.timeOrNull('valid_until'),
    entry_points: fields.references('entry_points'),
    code_issue: fields.integer('code_issue', FIRST_ISSUE),
    sold_code: soldCode(fields),
    external_id: fields.text('external_id'),
    order_external_id: fields.text('order_external_id'),
    door_note: fields.text('door_note'),
    flags: fields.references('flags') ?? [],
    // Of no verdict: a row is read without it.
    created_at: fields.readableOr(null, () => fields.timeOrNull('created_at')),
    deleted_at: fields.timeOrNull('deleted_at'),
    updated_at: fields.time('updated_at'),
  });
}

/** Kept to the character, since it is looked up. Its reference is every ticket's plain code, and not the shop's. */
function soldCode(fields: RowFields): string | null {
  const code = fields.value('ended_code') ?? fields.value('code');
  if (typeof code !== 'string' || code === fields.value('reference')) return null;
  if (code.length <= 2 * MAX_SOLD_CODE_LENGTH) return code;
  fields.problems.push('expected a shorter code');
  return null;
}

export function readScanRow(event: string): ReadRow<ScanRecord> {
  return (fields) => {
    const result = fields.oneOf('result', scanResults);
    if (result === null) throw new UnreadableRowError(fields.problems.join('; '));
    return {
      reference: fields.reference(),
      event,
      ticket: fields.referenceOrNull('ticket'),
      result,
      reason: fields.text('reason') ?? '',
      location: fields.part('scanner_location', namedPart),
      overruled: fields.part('overruled', (part) => ({
        reason: part.text('reason') ?? '',
        note: part.text('note'),
        station: part.text('station'),
      })),
      scanned_at: fields.time('scanned_at'),
      updated_at: fields.time('updated_at'),
    };
  };
}

export function readReleaseRow(event: string): ReadRow<ReleaseRecord> {
  return (fields) => {
    const kind = fields.oneOf('kind', releaseKinds);
    if (kind === null) throw new UnreadableRowError(fields.problems.join('; '));
    return {
      reference: fields.reference(),
      event,
      ticket: fields.reference('ticket'),
      scan: fields.referenceOrNull('scan'),
      kind,
      note: fields.text('note'),
      place: fields.part('scanner_location', namedPart)?.name ?? null,
      station: fields.text('station'),
      released_at: fields.time('released_at'),
      updated_at: fields.time('updated_at'),
    };
  };
}

export function readOrderLineRow(event: string): ReadRow<OrderLineRecord> {
  return (fields) => ({
    reference: fields.reference(),
    event,
    order: fields.reference('order'),
    order_status: fields.oneOf('order_status', orderStatuses) ?? 'unknown',
    add_on: fields.reference('add_on'),
    session: fields.referenceOrNull('session'),
    quantity: fields.integer('quantity'),
    redeemed: fields.integer('redeemed'),
    updated_at: fields.time('updated_at'),
  });
}

/** Of what cannot be read nothing is said, rather than what was said before. */
export function readAnswersRow(event: string): ReadRow<AnswersRecord> {
  return (fields) => ({
    reference: fields.reference(),
    event,
    answers: fields.parts('answers', MAX_DOOR_QUESTIONS, (answer) => {
      const text = answer.text('text');
      if (text === null) throw new UnreadableRowError('expected text');
      return { label: answer.text('label') ?? '', type: answer.text('type') ?? '', text };
    }),
    updated_at: fields.time('updated_at'),
  });
}

/** Whatever is no draft may be on sale: doors can work for it. */
export function readEventRow(fields: RowFields): EventRecord {
  const reference = fields.reference();
  return {
    reference,
    name: fields.text('name') ?? reference,
    status: fields.oneOf('status', ['draft', 'published']) ?? 'published',
    starts_at: fields.timeOrNull('starts_at'),
    ends_at: fields.timeOrNull('ends_at'),
    timezone: fields.text('timezone') ?? 'UTC',
    deleted_at: fields.timeOrNull('deleted_at'),
  };
}

function readSession(fields: RowFields): SessionRecord {
  return {
    reference: fields.reference(),
    name: fields.text('name'),
    starts_at: fields.time('starts_at'),
    cancelled_at: fields.timeOrNull('cancelled_at'),
    entry_from: fields.timeOrNull('entry_from'),
    entry_until: fields.timeOrNull('entry_until'),
  };
}

function namedPart(fields: RowFields) {
  const reference = fields.reference();
  return { reference, name: fields.text('name') ?? reference };
}

function locationPart(fields: RowFields) {
  return { ...namedPart(fields), direction: optional(fields, 'direction', entryPointDirections) };
}

function ticketTypePart(fields: RowFields) {
  return { ...namedPart(fields), re_entry: optional(fields, 're_entry', reEntryRules) };
}

function optional<Value extends string>(
  fields: RowFields,
  name: string,
  known: readonly Value[],
): Value | undefined {
  return fields.value(name) === null ? undefined : (fields.oneOf(name, known) ?? undefined);
}

/** Of each rule for itself: what an earlier version leaves out, or a later one says in another way, is as if nothing were said of it. */
function readPolicy(fields: RowFields): EventPolicy {
  const { capacity, undo_minutes, overrule } = defaultDoorRules;
  return {
    capacity: fields.readableOr(capacity, () =>
      fields.value('capacity') === null ? capacity : fields.integer('capacity'),
    ),
    undo_minutes: fields.readableOr(undo_minutes, () =>
      fields.integer('undo_minutes', undo_minutes),
    ),
    overrule: optional(fields, 'overrule', overruleRules) ?? overrule,
  };
}

export function setupRecord(
  setup: ReturnType<typeof setupReply.Parse>['data'],
  etag: string | null,
): SetupReply {
  const event = readEventRow(new RowFields(setup.event, 'an event (§2.3)'));
  const sessions = readRows(setup.sessions, 'setup', readSession);
  const locations = readRows(setup.scanner_locations, 'setup', locationPart);
  const archived = readRows(setup.archived_locations ?? [], 'setup', namedPart);
  const types = readRows(setup.ticket_types, 'setup', ticketTypePart);
  const addOns = readRows(setup.add_ons ?? [], 'setup', namedPart);
  const policy = readRows([setup.policy ?? {}], 'setup', readPolicy);
  return {
    event,
    sessions: sessions.rows,
    locations: locations.rows,
    archived_locations: archived.rows,
    ticket_types: types.rows,
    policy: policy.rows[0] ?? defaultDoorRules,
    code_keys: setup.code_keys.filter((key) => codeKey.Check(key)),
    add_ons: addOns.rows,
    unreadable: [sessions, locations, archived, types, addOns, policy].flatMap(
      (part) => part.unreadable,
    ),
    source: 'scanner',
    etag,
    peers: setup.peers?.addresses ?? null,
    signed: {
      signature: setup.keys_signature ?? '',
      keys: {
        event: event.reference,
        code_keys: setup.code_keys,
        venue_keys: setup.peers?.keys ?? [],
      },
    },
    ...(setup.epoch === undefined ? {} : { epoch: setup.epoch }),
  };
}

export function keysOfOrganiser(keys: unknown) {
  if (!organiserKeys.Check(keys)) return {};
  return { organiser_keys: { statements: keys.statements.x, sealing: keys.sealing.x } };
}
