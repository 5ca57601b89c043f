import { nameKey } from '../../../shared/name-key.ts';

const JOINTS = /^\s*[;,|]?\s*/;
/** A longer text is no list of names. */
const MOST_LENGTH = 2_000;

interface Known<Value> {
  readonly name: string;
  readonly value: Value;
}

/**
 * What the names in a text stand for, which `;`, `,`, `|` or spaces separate. They are read one after another, the longest first, because they may hold
 * what separates them. Null if anything else is in it.
 */
export function namesIn<Value>(
  text: string,
  known: readonly Known<Value>[],
): readonly Value[] | null {
  if (text.length > MOST_LENGTH) return null;
  const longestFirst = known
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length);
  return (
    new NameReader(longestFirst, Object.is).read(text) ??
    new NameReader(longestFirst, isSame).read(text)
  );
}

function isSame(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

class NameReader<Value> {
  readonly #known: readonly Known<Value>[];
  readonly #isSame: (one: string, other: string) => boolean;
  /** Lengths of ends of the text that are no names: each is tried once. */
  readonly #failed = new Set<number>();

  constructor(known: readonly Known<Value>[], isSame: (one: string, other: string) => boolean) {
    this.#known = known;
    this.#isSame = isSame;
  }

  read(text: string): readonly Value[] | null {
    if (text === '') return [];
    if (this.#failed.has(text.length)) return null;
    for (const { name, value } of this.#known) {
      if (!this.#isSame(text.slice(0, name.length), name)) continue;
      const rest = text.slice(name.length);
      const next = rest.replace(JOINTS, '');
      if (rest !== '' && next === rest) continue;
      const others = this.read(next);
      if (others !== null) return [value, ...others];
    }
    this.#failed.add(text.length);
    return null;
  }
}
