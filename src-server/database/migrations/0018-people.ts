import { isBlank, printableLine } from '../../../shared/plain-text.ts';
import { mailboxKey } from '../mailbox-key.ts';
import type { DataMigration, Statement, StoredRow } from './data-migration.ts';

/**
 * The key of a contact is its mailbox, however the address is spelled: contacts that turn out to have one mailbox become one. Names lose what
 * would turn or end the line that they stand in. Shipped: never edited; a change is a new migration.
 */
export const peopleMigration = migratePeople((column) => `${column} glob '*[^ -~]*'`);
export const peopleForPostgres = migratePeople((column) => `${column} ~ '[^ -~]'`);

/** The condition that a column holds more than printable ASCII. */
type IsUnusual = (column: string) => string;
type Timestamp = Parameters<DataMigration>[0];
type Steps<Result = void> = Generator<Statement, Result, readonly StoredRow[]>;

interface NamedColumn {
  readonly table: string;
  readonly column: string;
  /** In place of a name with nothing to see. */
  readonly unnamed: string | null;
  /** The column by which tickets refer to what they show the name of. */
  readonly of?: string;
}

/** What doors and mails show. */
const names: readonly NamedColumn[] = [
  { table: 'organisers', column: 'display_name', unnamed: '–' },
  { table: 'clients', column: 'name', unnamed: '–' },
  { table: 'events', column: 'name', unnamed: '–' },
  { table: 'locations', column: 'name', unnamed: '–' },
  { table: 'add_ons', column: 'name', unnamed: '–' },
  { table: 'ticket_types', column: 'name', unnamed: '–', of: 'ticket_type_id' },
  { table: 'sessions', column: 'name', unnamed: null, of: 'session_id' },
  { table: 'contacts', column: 'first_name', unnamed: null, of: 'contact_id' },
  { table: 'contacts', column: 'last_name', unnamed: null, of: 'contact_id' },
  { table: 'contacts', column: 'mobile', unnamed: null },
  { table: 'tickets', column: 'seat_label', unnamed: null },
];

const CHUNK = 500;

function migratePeople(isUnusual: IsUnusual): DataMigration {
  return function* (timestamp) {
    for (const named of names) yield* cleanNames(named, isUnusual, timestamp);
    yield* rekeyContacts(isUnusual, timestamp);
    yield* rekeyMessages(isUnusual);
  };
}

/** Reads the rows in order of their numbers, a chunk at a time. */
function* each(select: string, where: string, visit: (row: StoredRow, id: number) => Steps): Steps {
  for (let after = 0; ;) {
    const sql = `${select} where id > ? and (${where}) order by id limit ${CHUNK}`;
    const rows = yield { sql, values: [after] };
    for (const row of rows) {
      after = Number(row['id']);
      yield* visit(row, after);
    }
    if (rows.length < CHUNK) return;
  }
}

function cleanNames(
  { table, column, unnamed, of }: NamedColumn,
  isUnusual: IsUnusual,
  timestamp: Timestamp,
): Steps {
  return each(`select id, ${column} as name from ${table}`, isUnusual(column), function* (row, id) {
    const name = String(row['name']);
    const line = printableLine(name);
    if (line === name.trim().normalize('NFC') && !isBlank(line)) return;
    yield {
      sql: `update ${table} set ${column} = ?, updated_at = ? where id = ?`,
      values: [isBlank(line) ? unnamed : line, timestamp(), id],
    };
    if (of === undefined) return;
    yield {
      sql: `update tickets set updated_at = ? where ${of} = ?`,
      values: [timestamp(), id],
    };
  });
}

const CONTACT = 'select id, organiser_id, email, email_key from contacts';

function rekeyContacts(isUnusual: IsUnusual, timestamp: Timestamp): Steps {
  const where = `${isUnusual('email')} or email like '%xn--%'`;
  return each(CONTACT, where, function* ({ organiser_id, email: spelled, email_key }, id) {
    const email = visibleAddress(String(spelled));
    const key = mailboxKey(email);
    if (key === email_key && email === spelled) return;
    const [other] = yield {
      sql: 'select id from contacts where organiser_id = ? and email_key = ? and id <> ?',
      values: [Number(organiser_id), key, id],
    };
    const otherId = Number(other?.['id'] ?? id);
    const kept = Math.min(id, otherId);
    if (otherId !== id) yield* mergeContacts(kept, Math.max(id, otherId), timestamp);
    // A contact that goes on under another spelling keeps its own.
    if (kept !== id) return;
    yield {
      sql: 'update contacts set email = ?, email_key = ?, updated_at = ? where id = ?',
      values: [email, key, timestamp(), id],
    };
  });
}

/** The older contact takes over what the other one has and it lacks; the other one stays as a stub, so that integrators delete their copy. */
function* mergeContacts(kept: number, gone: number, timestamp: Timestamp): Steps {
  yield {
    sql: `update contacts set ${['first_name', 'last_name', 'mobile', 'unsubscribed_at'].map(orTheirs).join(', ')}, updated_at = ? where id = ?`,
    values: [gone, gone, gone, gone, timestamp(), kept],
  };
  for (const table of ['orders', 'tickets']) {
    yield {
      sql: `update ${table} set contact_id = ?, updated_at = ? where contact_id = ?`,
      values: [kept, timestamp(), gone],
    };
    // The kept one may have got a name.
    yield {
      sql: `update ${table} set updated_at = ? where contact_id = ?`,
      values: [timestamp(), kept],
    };
  }
  yield {
    sql: 'update mailed_codes set contact_id = ? where contact_id = ?',
    values: [kept, gone],
  };
  yield { sql: 'delete from idempotency_keys where contact_id = ?', values: [gone] };
  const erased = timestamp();
  yield {
    sql: 'update contacts set email = null, email_key = null, first_name = null, last_name = null, mobile = null, unsubscribed_at = null, erased_at = ?, updated_at = ? where id = ?',
    values: [erased, erased, gone],
  };
}

const orTheirs = (column: string) =>
  `${column} = coalesce(${column}, (select ${column} from contacts where id = ?))`;

/** Erasure finds deliveries by the key of the mailbox in their body. */
function rekeyMessages(isUnusual: IsUnusual): Steps {
  const where = `${isUnusual('email_key')} or email_key like '%xn--%'`;
  return each('select id, email_key from webhook_messages', where, function* (row, id) {
    const key = mailboxKey(String(row['email_key']));
    if (key === row['email_key']) return;
    yield { sql: 'update webhook_messages set email_key = ? where id = ?', values: [key, id] };
  });
}

/** Without what nobody sees in an address, and no mail server delivers to. Joiners are letters of some domains. */
function visibleAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  const domain = address
    .slice(at)
    .replaceAll(/(?![\u200C\u200D])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  return local === '' ? address : `${local}${domain}`;
}
