import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { isEventSlug, referenceOfEvent } from '../../domain/events/event-slugs.ts';
import { parseGrant, type Flags } from '../flags/flags.ts';
import type { CommandDefinition, GivenWords } from './define-command.ts';

/** The words of a command with the slugs of events replaced by their references. */
export async function withEventReferences(
  database: Database,
  { operands, flags }: Pick<CommandDefinition<Flags>, 'operands' | 'flags'>,
  words: GivenWords,
): Promise<GivenWords> {
  const kinds = Object.entries(flags).map(([name, { kind }]) => [name, kind] as const);
  const places = [
    ...operands.map((placeholder, index) => [placeholder, words.operands[index]] as const),
    ...kinds.map(([name, kind]) => [kind, words.options[name]] as const),
  ];
  if (!places.some(([kind, word]) => namesSlug(kind, word))) return words;
  const { organiser } = words.options;
  const owner = typeof organiser === 'string' ? organiser : null;
  return database.read(async (tx) => {
    const replaced: string[] = [];
    for (const [index, word] of words.operands.entries()) {
      replaced.push(await replaceSlugs(tx, operands[index], word, owner));
    }
    const options: Record<string, unknown> = { ...words.options };
    for (const [name, kind] of kinds) {
      const word = options[name];
      if (typeof word === 'string') options[name] = await replaceSlugs(tx, kind, word, owner);
    }
    return { operands: replaced, options };
  });
}

function namesSlug(kind: string | undefined, word: unknown): boolean {
  return typeof word === 'string' && slugsIn(kind, word).length > 0;
}

/** `kind` is that of a flag, or the placeholder of an operand. */
function slugsIn(kind: string | undefined, word: string): readonly string[] {
  return namedIn(kind, word).filter(isEventSlug);
}

function namedIn(kind: string | undefined, word: string): readonly string[] {
  switch (kind) {
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
  kind: string | undefined,
  word: string,
  organiser: string | null,
): Promise<string> {
  if (slugsIn(kind, word).length === 0) return word;
  const references: string[] = [];
  for (const named of namedIn(kind, word)) {
    references.push(await referenceOfEvent(tx, named, organiser));
  }
  return references.join(',');
}
