// Why: docs/decisions/0017-replica.md
import { domainToASCII, domainToUnicode } from 'node:url';
import type Database from 'better-sqlite3';
import {
  isShort,
  joinedWords,
  searchWords,
  seatWords,
  SHORTEST_JOINED,
  spelledWords,
} from '../../../../shared/search-text.ts';

/**
 * The index of words in tickets, for the box office: an FTS5 trigram index, so that any part of a word is found. Every word is indexed
 * after two spaces, so that a query of one or two letters also has three characters, and matches the beginning of a word. A name without
 * the spaces between its words is in a column of its own: a short part of it would be a match across two words.
 *
 * Rows are indexed after the import, not during it. A rewritten ticket gets a new row id, so everything beyond `until` is still to be
 * indexed; index entries of deleted rows match nothing. When too many of those have accumulated, or rows were removed, whose ids may be
 * reused, the index is rebuilt.
 */
export const ticketIndexTables = `
  CREATE VIRTUAL TABLE ticket_words USING fts5 (words, joined, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1');
  CREATE TABLE ticket_index (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    until INTEGER NOT NULL,
    written INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ticket_index (id, until, written) VALUES (1, 0, 0);
`;

/** Few enough that a page of tickets that arrives then does not wait for longer than it takes itself. */
const ROWS_AT_ONCE = 500;
/** Maximum number of stale rows per current one. */
const MOST_STALE = 2;
const NO_MATTER = 10_000;
/** The end of a reference: what a person reads from an email or from under a barcode. */
const TAIL = 8;

interface IndexedRow {
  readonly rowid: number;
  readonly reference: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly seat_label: string | null;
  readonly order_reference: string | null;
  readonly external_id: string | null;
  readonly order_external_id: string | null;
}

/** The writing half: in the ingest worker. */
export function prepareTicketIndex(database: Database.Database) {
  const unindexed = database.prepare<[number], IndexedRow>(
    `SELECT rowid, reference, first_name, last_name, email, seat_label, order_reference, external_id, order_external_id FROM tickets
     WHERE rowid > (SELECT until FROM ticket_index) ORDER BY rowid LIMIT ?`,
  );
  const put = database.prepare<[number, string, string]>(
    'INSERT INTO ticket_words (rowid, words, joined) VALUES (?, ?, ?)',
  );
  const advance = database.prepare<[number, number]>(
    'UPDATE ticket_index SET until = ?, written = written + ?',
  );
  const isStale = database
    .prepare<[number, number], number>(
      `SELECT written > ? + ? * (SELECT coalesce(sum(expected), 0) FROM totals) FROM ticket_index`,
    )
    .pluck();
  const clear = database.prepare("INSERT INTO ticket_words (ticket_words) VALUES ('delete-all')");
  const beginAnew = database.prepare('UPDATE ticket_index SET until = 0, written = 0');

  function restart(): void {
    clear.run();
    beginAnew.run();
  }

  const step = database.transaction((): boolean => {
    if (isStale.get(NO_MATTER, MOST_STALE) === 1) restart();
    const rows = unindexed.all(ROWS_AT_ONCE);
    for (const row of rows) put.run(row.rowid, indexedText(row), joinedText(row));
    const last = rows.at(-1);
    if (last !== undefined) advance.run(last.rowid, rows.length);
    return rows.length === ROWS_AT_ONCE;
  });

  return {
    /** Indexes some of the remaining tickets; returns whether there are more. */
    step: (): boolean => step.immediate(),
    /** Rows of tickets were removed. */
    restart,
  };
}

export type TicketIndex = ReturnType<typeof prepareTicketIndex>;

function indexedText(row: IndexedRow): string {
  const { reference, email, seat_label: seat, order_reference: order } = row;
  return textOf([
    ...spelledWords(namesOf(row).join(' ')),
    ...spellingsOf(email).flatMap(searchWords),
    ...(seat === null ? [] : seatWords(seat)),
    ...[row.external_id, row.order_external_id].flatMap((number) => searchWords(number ?? '')),
    ...[order ?? '', reference].map((one) => one.slice(-TAIL)).filter((tail) => tail !== ''),
  ]);
}

function joinedText(row: IndexedRow): string {
  return textOf(joinedWords(namesOf(row)));
}

function namesOf({ first_name, last_name }: IndexedRow): readonly string[] {
  return [first_name, last_name].filter((name) => name !== null);
}

function textOf(words: readonly string[]): string {
  return words.map((word) => `  ${word}`).join('');
}

/** An address with an international domain is found by either form of it. */
function spellingsOf(email: string | null): readonly string[] {
  if (email === null) return [];
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!/xn--|[^\x20-\x7E]/i.test(domain)) return [email];
  return [email, domainToUnicode(domain), domainToASCII(domain)];
}

/** The reading half. */
export function queryTicketIndex<Row>(database: Database.Database) {
  const match = database.prepare<[string, string, number], Row & IndexedRow>(
    `SELECT tickets.rowid, tickets.* FROM ticket_words CROSS JOIN tickets ON tickets.rowid = ticket_words.rowid
     WHERE ticket_words MATCH ? AND tickets.event = ? LIMIT ?`,
  );
  const isWhole = database
    .prepare<[], number>(
      `SELECT until >= coalesce((SELECT max(rowid) FROM tickets), 0) FROM ticket_index`,
    )
    .pluck();
  const find = (event: string, words: readonly string[], at: Place, limit: number) =>
    match.all(words.map((word) => term(word, at)).join(' AND '), event, limit);
  const search = (event: string, words: readonly string[], limit: number) => {
    const anywhere = find(event, words, 'anywhere', limit);
    // A query for beginnings reads all tickets with a word of that first letter, so it is left out if every match is known.
    const beginning =
      anywhere.length < limit
        ? anywhere.filter((row) => words.every((word) => beginsWord(row, word)))
        : find(event, words, 'beginning', limit);
    const first = new Set(beginning.map(({ rowid }) => rowid));
    return [...beginning, ...anywhere.filter(({ rowid }) => !first.has(rowid))].slice(0, limit);
  };
  return {
    /**
     * At most `limit` tickets with all of these words; first those in which each is the beginning of a word. The end of a reference may be
     * longer than what is indexed of it.
     */
    search(event: string, words: readonly string[], limit: number): readonly Row[] {
      if (words.length === 0) return [];
      const found = search(event, words, limit);
      const tails = words.filter(isLongTail);
      if (found.length > 0 || tails.length === 0) return found;
      const short = words.map((word) => (isLongTail(word) ? word.slice(-TAIL) : word));
      return search(event, short, limit).filter(({ reference, order_reference: order }) =>
        tails.every((tail) => reference.endsWith(tail) || order?.endsWith(tail) === true),
      );
    },
    ofOrder: (event: string, order: string, limit: number): readonly Row[] =>
      match.all(term(order.slice(-TAIL), 'beginning'), event, limit),
    isWhole: (): boolean => isWhole.get() === 1,
  };
}

function beginsWord(row: IndexedRow, word: string): boolean {
  const text = indexedText(row) + (word.length < SHORTEST_JOINED ? '' : joinedText(row));
  return text.includes(`  ${word}`);
}

/** Where in a word of a ticket a word of three or more letters may match; shorter ones match at the beginning only. */
type Place = 'beginning' | 'anywhere';

/** Words contain only letters and digits, so nothing in them is FTS5 syntax. */
function term(word: string, at: Place): string {
  const where = word.length < SHORTEST_JOINED ? 'words : ' : '';
  return at === 'beginning' || isShort(word) ? `${where}"  ${word}"` : `${where}"${word}"`;
}

/** More of a reference than is indexed. */
function isLongTail(word: string): boolean {
  return word.length > TAIL && /^(?=.*\d)[0-9a-hjkmnp-tv-z]+$/.test(word);
}
