import type Database from 'better-sqlite3';
import { isShort, searchWords } from '../../../../shared/search-text.ts';

/**
 * Which tickets hold which words, for the box office. An FTS5 index of three letters each, so that a word is found by any part of it. Every
 * word is written behind two spaces: with them a query of one or two letters has three to ask for, and begins a word.
 *
 * Rows are indexed behind the import, not in it. A ticket that is written anew gets a new row id, so that everything beyond `until` is still to be indexed;
 * what the index says of a row that is gone finds none. When too many of those have gathered, or rows were removed, whose ids
 * may come again, the index is begun anew.
 */
export const ticketIndexTables = `
  CREATE VIRTUAL TABLE ticket_words USING fts5 (words, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1');
  CREATE TABLE ticket_index (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    until INTEGER NOT NULL,
    written INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ticket_index (id, until, written) VALUES (1, 0, 0);
`;

/** Few enough that a page of tickets which comes meanwhile does not wait for longer than it takes itself. */
const ROWS_AT_ONCE = 500;
/** Rows of tickets that are gone, for each that is there. */
const MOST_STALE = 2;
const NO_MATTER = 10_000;
/** The end of an order's reference: what a person reads out of a mail. */
const ORDER_TAIL = 8;

interface IndexedRow {
  readonly rowid: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly seat_label: string | null;
  readonly order_reference: string | null;
}

/** The half that writes: in the ingest worker. */
export function prepareTicketIndex(database: Database.Database) {
  const unindexed = database.prepare<[number], IndexedRow>(
    `SELECT rowid, first_name, last_name, email, seat_label, order_reference FROM tickets
     WHERE rowid > (SELECT until FROM ticket_index) ORDER BY rowid LIMIT ?`,
  );
  const put = database.prepare<[number, string]>(
    'INSERT INTO ticket_words (rowid, words) VALUES (?, ?)',
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
    for (const row of rows) put.run(row.rowid, indexedText(row));
    const last = rows.at(-1);
    if (last !== undefined) advance.run(last.rowid, rows.length);
    return rows.length === ROWS_AT_ONCE;
  });

  return {
    /** Indexes some of the tickets that are not yet; returns whether there are more. */
    step: (): boolean => step.immediate(),
    /** Rows of tickets were removed. */
    restart,
  };
}

export type TicketIndex = ReturnType<typeof prepareTicketIndex>;

function indexedText(row: IndexedRow): string {
  const { first_name, last_name, email, seat_label, order_reference } = row;
  const texts = [first_name, last_name, email, seat_label, order_reference?.slice(-ORDER_TAIL)];
  return texts
    .flatMap((text) => (text === null || text === undefined ? [] : searchWords(text)))
    .map((word) => `  ${word}`)
    .join('');
}

/** The half that reads: row ids come out of it in no order. */
export function queryTicketIndex<Row>(database: Database.Database) {
  const match = database.prepare<[string, string, number], Row>(
    `SELECT tickets.* FROM ticket_words CROSS JOIN tickets ON tickets.rowid = ticket_words.rowid
     WHERE ticket_words MATCH ? AND tickets.event = ? LIMIT ?`,
  );
  const isWhole = database
    .prepare<[], number>(
      `SELECT until >= coalesce((SELECT max(rowid) FROM tickets), 0) FROM ticket_index`,
    )
    .pluck();
  return {
    /** Tickets with all of these words; `at`: where a word of three letters and more may be. */
    match: (
      event: string,
      words: readonly string[],
      at: 'beginning' | 'anywhere',
      limit: number,
    ): readonly Row[] =>
      words.length === 0
        ? []
        : match.all(words.map((word) => term(word, at)).join(' AND '), event, limit),
    ofOrder: (event: string, order: string, limit: number): readonly Row[] =>
      match.all(term(order.slice(-ORDER_TAIL), 'beginning'), event, limit),
    isWhole: (): boolean => isWhole.get() === 1,
  };
}

/** Words hold letters and figures only: nothing in them means anything to FTS5. */
function term(word: string, at: 'beginning' | 'anywhere'): string {
  return at === 'beginning' || isShort(word) ? `"  ${word}"` : `"${word}"`;
}
