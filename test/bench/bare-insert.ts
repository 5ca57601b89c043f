import Database from 'better-sqlite3';

/**
 * The floor of everything durable: one prepared insert of a row of so many bytes (400 unless given, about a journal's), each its own commit,
 * WAL and FULL.
 */
export function openBareInsert(
  path: string,
  rowBytes = 400,
): {
  insert(): void;
  /** In one transaction. */
  insertMany(rows: number): void;
  close(): void;
} {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  const insert = database.prepare<[string]>('INSERT INTO rows (body) VALUES (?)');
  const body = 'x'.repeat(rowBytes);
  const insertMany = database.transaction((rows: number) => {
    for (let row = 0; row < rows; row += 1) insert.run(body);
  });
  return {
    insertMany: (rows) => insertMany.immediate(rows),
    insert: () => {
      insert.run(body);
    },
    close: () => database.close(),
  };
}
