import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { StatementCache } from './statement-cache.ts';

it('keeps what is used, and forgets statements with lists of every length before they take the memory', () => {
  const database = new BetterSqlite(':memory:');
  const cache = new StatementCache();
  const often = 'select 1 as one';
  const statement = database.prepare(often);
  cache.add(often, statement);
  for (let length = 1; length <= 1_000; length += 1) {
    const sql = `select ${Array.from({ length }, () => '?').join(' + ')}`;
    cache.add(sql, database.prepare(sql));
    expect(cache.get(often)).toBe(statement);
    expect(cache.characters).toBeLessThanOrEqual(500_000);
  }
  expect(cache.get('select ?')).toBeUndefined();
  database.close();
});
