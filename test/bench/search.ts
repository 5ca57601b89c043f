import { randomInt } from 'node:crypto';
import Database from 'better-sqlite3';
import { searchWords } from '../../shared/search-text.ts';
import { MAX_FOUND_TICKETS } from '../../shared/station/box-office.ts';
import type { Replica, TicketRecord } from '../../src-main/ports/replica.ts';
import { rowOf, type BenchOptions, type BenchRow, type Sample } from './bench-part.ts';
import { EVENT, referenceAt, ticketAt } from './bench-replica.ts';
import { meanOf } from './statistics.ts';
import { sampleOf, timeWork } from './timed.ts';

const SEARCHES = 40;
const INDEX_LOOK_MS = 200;

const FIRST_NAMES = ['Amélie', 'Jean', 'Zoë', 'Łukasz', 'Søren', 'Chloé', 'Marie', 'Théo', 'Ola'];
const LAST_NAMES = ['Dubois', 'Müller', 'García', 'Nowak', 'Hansen', 'Rossi', 'Lefèvre', 'Öztürk'];
const SYLLABLES = Array.from('bcdfghjklmnprstvwxyz').flatMap((consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
);

/** A guest of a crowd: a common first name, a family name in two parts of which one is rare, a seat and an order. */
export function guestAt(index: number): TicketRecord {
  const last = `${LAST_NAMES[index % LAST_NAMES.length]}-${rareName(index)}`;
  return {
    ...ticketAt(index),
    holder: {
      first_name: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
      last_name: last,
      email: null,
    },
    order: orderAt(index),
    seat_label: seatAt(index),
  };
}

export interface GuestSearch {
  readonly query: string;
  /** What must be among the hits; null for a name that more guests have than are shown. */
  readonly ticket: string | null;
}

/**
 * For guests at random, in turn by the rare name, by a part of the name with the common one, by the seat, by the end of the order, by a
 * name that an eighth of all guests have.
 */
export function searchesOf(tickets: number, count: number): readonly GuestSearch[] {
  return Array.from({ length: count }, (_, search) => {
    const guest = randomInt(tickets);
    const name = rareName(guest);
    const ticket = referenceAt(guest);
    const searches: readonly GuestSearch[] = [
      { query: name, ticket },
      { query: `${FIRST_NAMES[guest % FIRST_NAMES.length]} ${name.slice(1)}`, ticket },
      { query: seatAt(guest), ticket },
      { query: orderAt(guest).slice(-8), ticket },
      { query: LAST_NAMES[guest % LAST_NAMES.length] ?? '', ticket: null },
    ];
    return searches[search % searches.length] ?? { query: name, ticket };
  });
}

/** The replica's own search beside the bare query of the same index for the same words. Waits for the index. */
export async function measureSearch(
  replica: Replica,
  path: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<BenchRow> {
  await untilIndexed(replica);
  const bare = openBareSearch(path);
  try {
    // Each with words of its own, in turn first, so that neither finds pages that the other has read.
    const runs = Array.from({ length: repetitions + 1 }, (_, repetition) => {
      const early = repetition % 2 === 0 ? queryGuests(bare, size, SEARCHES) : null;
      const ours = searchGuests(replica, size, SEARCHES);
      return { ours, bare: early ?? queryGuests(bare, size, SEARCHES) };
    }).slice(1);
    return rowOf({
      what: `the station's search alone, ${size.toLocaleString('en')} tickets, mean`,
      unit: 'search',
      measure: 'ms',
      subject: { name: 'search', samples: runs.map((run) => run.ours) },
      baseline: {
        name: 'the FTS5 query of such words, row ids only',
        samples: runs.map((run) => run.bare),
      },
      goals: [{ of: 'ratio', most: 1.5 }],
    });
  } finally {
    bare.close();
  }
}

export interface BareSearch {
  readonly find: (words: readonly string[]) => void;
  readonly close: () => void;
}

/** The FTS5 query of the index in a replica's file, row ids only. */
export function openBareSearch(path: string): BareSearch {
  const database = new Database(path, { readonly: true });
  const query = database.prepare<[string, number]>(
    'SELECT rowid FROM ticket_words WHERE ticket_words MATCH ? LIMIT ?',
  );
  return {
    find: (words) => {
      query.all(words.map((word) => `"${word}"`).join(' AND '), MAX_FOUND_TICKETS + 1);
    },
    close: () => database.close(),
  };
}

/** The mean of so many bare searches for guests. */
export function queryGuests(bare: BareSearch, tickets: number, count: number): Sample {
  const searches = wordsOf(tickets, count);
  return sampleOf(
    searches.map(({ words }) => timeWork(() => bare.find(words))),
    meanOf,
  );
}

/** The mean of so many searches for guests of a replica whose index is complete. */
export function searchGuests(replica: Replica, tickets: number, count: number): Sample {
  const searches = wordsOf(tickets, count);
  return sampleOf(
    searches.map(({ words, ticket }) => timeWork(() => findGuest(replica, words, ticket))),
    meanOf,
  );
}

/** Resolves when the replica's index of words is complete. */
export async function untilIndexed(replica: Replica): Promise<void> {
  while (!find(replica, ['nobody']).complete) {
    await new Promise((ready) => setTimeout(ready, INDEX_LOOK_MS));
  }
}

function find(replica: Replica, words: readonly string[]) {
  return replica.searchTickets(EVENT, words, MAX_FOUND_TICKETS + 1);
}

function findGuest(replica: Replica, words: readonly string[], ticket: string | null): void {
  const { tickets } = find(replica, words);
  if (tickets.some(({ reference }) => ticket === null || reference === ticket)) return;
  throw new Error(`expected ${words.join(' ')} to find ${ticket ?? 'somebody'}`);
}

function wordsOf(tickets: number, count: number) {
  return searchesOf(tickets, count).map(({ query, ticket }) => ({
    words: searchWords(query),
    ticket,
  }));
}

/** Another name for each of a million guests. */
function rareName(index: number): string {
  const count = SYLLABLES.length;
  // A step that shares no factor with a million, so that neighbours do not sound alike.
  let rest = (index * 386_117) % count ** 3;
  let name = '';
  for (let syllable = 0; syllable < 3; syllable += 1) {
    name += SYLLABLES[rest % count] ?? '';
    rest = Math.floor(rest / count);
  }
  return name;
}

function orderAt(index: number): string {
  return referenceAt(index).replace('tkt', 'ord');
}

/** Letters, because a short word is found at the beginning of a longer one: a row 10 would be in every seat 100. */
function seatAt(index: number): string {
  return `Block B${(index % 90) + 10} Row R${(Math.floor(index / 90) % 90) + 10} Seat ${Math.floor(index / 8_100) + 100}`;
}
