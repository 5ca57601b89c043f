import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { isEventSlug } from '../../domain/events/event-slugs.ts';
import { requireEvent } from '../../rules/require-row.ts';
import type { EventRow } from '../../store/events.ts';
import { parseGrant, type Flags } from '../flags/flags.ts';
import type { CommandDefinition, GivenWords } from './define-command.ts';
import { eventOfWords } from './event-of-words.ts';
import {
  isName,
  namedKindsOf,
  referenceOfNamed,
  referenceOfOrganiser,
  referenceOfSlug,
} from './named.ts';

type Names = Pick<CommandDefinition<Flags>, 'operands' | 'flags'>;

/** Replaces a word of a place; `place` is the kind of a flag that has one, otherwise its placeholder, as of an operand. */
type Replace = (place: string, word: string) => Promise<string>;

/** The words of a command with slugs of events, and names of organisers and of what events have, replaced by their references. */
export async function withReferences(
  database: Database,
  command: Names,
  words: GivenWords,
): Promise<GivenWords> {
  if (!placesOf(command, words).some(([place, word]) => holdsName(place, word))) return words;
  return database.read(async (tx) => {
    const owned = await replaceWords(command, words, (place, word) =>
      place === 'ORG' && holdsName(place, word) ? referenceOfOrganiser(tx, word) : keep(word),
    );
    const { organiser } = owned.options;
    const owner = typeof organiser === 'string' ? organiser : null;
    const placed = await replaceWords(command, owned, (place, word) =>
      replaceSlugs(tx, place, word, owner),
    );
    if (!placesOf(command, placed).some(([place, word]) => holdsName(place, word))) return placed;
    const scope = {
      event: await eventOfWords(tx, command, placed),
      granted: await eventsGranted(tx, command, placed),
      organiser: owner,
    };
    return replaceWords(command, placed, async (place, word) => {
      const known = namedKindsOf(place);
      const parts = known.length > 0 && isList(place) ? word.split(',') : [word];
      const read: string[] = [];
      for (const part of parts) {
        const [, name = part, rest = ''] = place === 'ADN:QTY' ? splitQuantity(part) : [];
        const isNamed = isName(known, name.trim()) && !isWordForNone(place, name);
        read.push(
          isNamed ? `${await referenceOfNamed(tx, known, name.trim(), scope)}${rest}` : part,
        );
      }
      return read.join(',');
    });
  });
}

/** Null where the words grant every event, or none. */
async function eventsGranted(
  tx: ReadTransaction,
  command: Names,
  words: GivenWords,
): Promise<readonly EventRow[] | null> {
  const given = placesOf(command, words).filter(([place]) => place === 'events');
  const events: EventRow[] = [];
  for (const reference of given.flatMap(([place, word]) => namedIn(place, word)))
    events.push(await requireEvent(tx, reference));
  return events.length === 0 ? null : events;
}

const keep = (word: string) => Promise.resolve(word);

function placesOf(
  { operands, flags }: Names,
  words: GivenWords,
): readonly (readonly [string, string])[] {
  return [
    ...words.operands.map((word, index) => [operands[index] ?? '', word] as const),
    ...Object.entries(flags).flatMap(([name, { kind, placeholder }]) => {
      const word = words.options[name];
      return typeof word === 'string' ? [[kind ?? placeholder, word] as const] : [];
    }),
  ];
}

/** One after the other, because a transaction runs one query at a time. */
async function replaceWords(
  { operands, flags }: Names,
  words: GivenWords,
  replace: Replace,
): Promise<GivenWords> {
  const replaced: string[] = [];
  for (const [index, word] of words.operands.entries())
    replaced.push(await replace(operands[index] ?? '', word));
  const options: Record<string, unknown> = { ...words.options };
  for (const [name, { kind, placeholder }] of Object.entries(flags)) {
    const word = options[name];
    if (typeof word === 'string') options[name] = await replace(kind ?? placeholder, word);
  }
  return { operands: replaced, options };
}

function holdsName(place: string, word: string): boolean {
  if (place === 'ORG') return isName([{ prefix: 'org_' }], word);
  return slugsIn(place, word).length > 0 || isName(namedKindsOf(place), word) || isList(place);
}

function isList(place: string): boolean {
  return place === 'LOCS' || place === 'ADN:QTY';
}

/** `--entry-points any` is every one. */
function isWordForNone(place: string, word: string): boolean {
  return place === 'LOCS' && word === 'any';
}

/** What stands before the quantity, and the quantity with its colon. */
function splitQuantity(part: string): readonly string[] {
  return /^(.*?)(:\d+)?$/.exec(part) ?? [];
}

function slugsIn(place: string, word: string): readonly string[] {
  return namedIn(place, word).filter(isEventSlug);
}

function namedIn(place: string, word: string): readonly string[] {
  switch (place) {
    case 'event':
    case 'EVT':
      return [word];
    case 'events':
    case 'EVENTS': {
      const grant = parseGrant(word);
      return grant === 'all' ? [] : grant;
    }
    default:
      return [];
  }
}

async function replaceSlugs(
  tx: ReadTransaction,
  place: string,
  word: string,
  organiser: string | null,
): Promise<string> {
  if (slugsIn(place, word).length === 0) return word;
  const references: string[] = [];
  for (const named of namedIn(place, word)) {
    references.push(isEventSlug(named) ? await referenceOfSlug(tx, named, organiser) : named);
  }
  return references.join(',');
}
