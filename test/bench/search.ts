import Database from 'better-sqlite3';
import { searchWords } from '../../shared/search-text.ts';
import { MAX_FOUND_TICKETS } from '../../shared/station/box-office.ts';
import type { Replica, TicketRecord } from '../../src-main/ports/replica.ts';
import type { BenchOptions, BenchRow } from './bench-part.ts';
import { EVENT, referenceAt, ticketAt } from './bench-replica.ts';
import { quantile, spreadOf } from './statistics.ts';

const GUESTS_SEARCHED = 40;
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
  /** What must be among the hits. */
  readonly ticket: string;
}

/** One after the other by the rare name, by a part of the name with the common one, by the seat, by the end of the order. */
export function searchesOf(tickets: number): readonly GuestSearch[] {
  return Array.from({ length: GUESTS_SEARCHED }, (_, search) => {
    const guest = Math.floor(((search + 0.5) * tickets) / GUESTS_SEARCHED);
    const name = rareName(guest);
    const queries = [
      name,
      `${FIRST_NAMES[guest % FIRST_NAMES.length]} ${name.slice(1)}`,
      seatAt(guest),
      orderAt(guest).slice(-8),
    ];
    return { query: queries[search % queries.length] ?? name, ticket: referenceAt(guest) };
  });
}

/** The replica's own search beside the bare query of the same index for the same words. Waits for the index. */
export async function measureSearch(
  replica: Replica,
  path: string,
  { repetitions, size }: BenchOptions & { readonly size: number },
): Promise<BenchRow> {
  const searches = searchesOf(size).map(({ query, ticket }) => ({
    words: searchWords(query),
    ticket,
  }));
  const find = (words: readonly string[]) =>
    replica.searchTickets(EVENT, words, MAX_FOUND_TICKETS + 1);
  while (!find(['nobody']).complete) await new Promise((ready) => setTimeout(ready, INDEX_LOOK_MS));
  const database = new Database(path, { readonly: true });
  try {
    const bare = database.prepare<[string, number]>(
      'SELECT rowid FROM ticket_words WHERE ticket_words MATCH ? LIMIT ?',
    );
    const alternate = () => {
      const run = { ours: new Array<number>(), bare: new Array<number>() };
      for (const { words, ticket } of searches) {
        const begun = performance.now();
        const { tickets } = find(words);
        run.ours.push(performance.now() - begun);
        if (!tickets.some(({ reference }) => reference === ticket)) {
          throw new Error(`expected ${words.join(' ')} to find ${ticket}`);
        }
        const bareBegun = performance.now();
        bare.all(words.map((word) => `"${word}"`).join(' AND '), MAX_FOUND_TICKETS + 1);
        run.bare.push(performance.now() - bareBegun);
      }
      return run;
    };
    alternate();
    const runs = Array.from({ length: repetitions }, alternate);
    const ratio = spreadOf(runs.map(({ ours, bare: alone }) => sum(ours) / sum(alone)));
    const p95 = (of: 'ours' | 'bare') => spreadOf(runs.map((run) => quantile(run[of], 0.95)));
    return {
      what: `the station's search alone, ${size.toLocaleString('en')} tickets`,
      baseline: 'the FTS5 query of the same words, row ids only',
      goal: '≤ 1.5×',
      ratio,
      met: ratio.median <= 1.5,
      figures: {
        'search p95': `${p95('ours').median.toFixed(2)} ms`,
        'query p95': `${p95('bare').median.toFixed(2)} ms`,
      },
      repetitions,
    };
  } finally {
    database.close();
  }
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

function seatAt(index: number): string {
  return `Block ${(index % 90) + 10} Row ${(Math.floor(index / 90) % 90) + 10} Seat ${Math.floor(index / 8_100) + 100}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
