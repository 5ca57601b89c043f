import { sql, type RawBuilder } from 'kysely';
import { searchWords } from '../../../shared/search-text.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { FEW, isAmong, type Condition, type Few } from './read-list.ts';

/** People with the longest word of several, at most. */
const MAX_SEEN = 20_000;
/** Above every text that begins with what is before it. */
const END = '\u{10ffff}';

const none: Few = { ids: [], isCut: false };

/** Who is found. */
export interface People {
  /** By their numbers; undefined if they are not few. */
  readonly few: Few | undefined;
  /** Whether the person in a column is one of them. */
  readonly has: (column: string) => Condition;
}

/** People with names in which each word of the text begins one, and those whose email begins with it. */
export async function findPeople(
  tx: ReadTransaction,
  organisers: readonly number[],
  text: string,
): Promise<People> {
  // Some characters are several words, so that a text of a few can repeat one very often.
  const words = [...new Set(searchWords(text))];
  const address = addressOf(text);
  const named = words.length === 0 ? none : await findNamed(tx, organisers, words);
  // Walking would look at many rows for few that have both of two frequent words.
  const isMany = named.isCut && words.length < 2;
  const written = address === null || isMany ? [] : await findWritten(tx, organisers, address);
  const ids = [...new Set([...named.ids, ...written])];
  const isCut = named.isCut || written.length > FEW || ids.length > FEW;
  const isNamedSo = words.length === 0 ? sql`1 = 0` : isNamed('p', words);
  const isWrittenSo = address === null ? sql`1 = 0` : begins('p.email_key', address);
  return {
    few: isCut && words.length < 2 ? undefined : { ids: ids.slice(0, FEW), isCut },
    // No `exists`: PostgreSQL would first collect everybody who is named so.
    has: (column) =>
      sql`coalesce((select ${isNamedSo} or ${isWrittenSo} from contacts as p where p.id = ${sql.ref(column)}), false)`,
  };
}

/** Looks at a bounded number of words, so that nobody has to read all people with a frequent one. */
async function findNamed(
  tx: ReadTransaction,
  organisers: readonly number[],
  words: readonly string[],
): Promise<Few> {
  const [longest = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  // A name may begin several words of a person, such as those that are joined.
  const most = others.length === 0 ? 3 * FEW : MAX_SEEN;
  const first = sql<{ contact_id: number }>`(select contact_id from contact_words
    where ${isAmong('organiser_id', organisers)} and ${begins('word', longest)} limit ${most})`;
  let found = tx.db.selectFrom(first.as('w')).select('w.contact_id');
  if (others.length > 0)
    found = found.where(
      sql<boolean>`exists (select 1 from contacts as p where p.id = w.contact_id and ${isNamed('p', others)})`,
    );
  const rows = await found.execute();
  const ids = [...new Set(rows.map(({ contact_id }) => contact_id))];
  return { ids, isCut: ids.length > FEW || rows.length === most };
}

async function findWritten(
  tx: ReadTransaction,
  organisers: readonly number[],
  address: string,
): Promise<readonly number[]> {
  const found = await tx.db
    .selectFrom('contacts')
    .select('id')
    .where(isAmong('organiser_id', organisers))
    .where(begins('email_key', address))
    .limit(FEW + 1)
    .execute();
  return found.map(({ id }) => id);
}

function isNamed(table: string, words: readonly string[]): RawBuilder<boolean> {
  const names = sql.ref(`${table}.name_words`);
  return sql`(${sql.join(
    words.map((word) => sql`' ' || ${names} like ${`% ${word}%`}`),
    sql` and `,
  )})`;
}

/** Null for what cannot be the beginning of one. */
function addressOf(text: string): string | null {
  const address = text.trim().normalize('NFC').toLowerCase();
  return address === '' || /\s/.test(address) ? null : address;
}

export function begins(column: string, text: string): RawBuilder<boolean> {
  const ref = sql.ref(column);
  return sql`(${ref} >= ${text} and ${ref} < ${text + END})`;
}
