import data from './programme.json' with { type: 'json' };

/** First and last names as people write them, by script or language. A last name of null is a person with one name. */
interface NamePool {
  readonly weight: number;
  readonly first: readonly string[];
  readonly last: readonly (string | null)[];
}

export interface Person {
  readonly first_name: string;
  readonly last_name: string | null;
}

const pools: readonly NamePool[] = data.people;
const totalWeight = pools.reduce((sum, { weight }) => sum + weight, 0);

/** A random person; pools are chosen by their weight. */
export function pickPerson(random: () => number): Person {
  let left = random() * totalWeight;
  const pool = pools.find(({ weight }) => (left -= weight) < 0) ?? pools[0];
  return {
    first_name: pickOne(random, pool?.first ?? ['Ada']),
    last_name: pickOne(random, pool?.last ?? [null]),
  };
}

/** A random element of a non-empty list. */
export function pickOne<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError('expected a list that is not empty');
  return chosen;
}

/** An undeliverable address, readable if the name has Latin letters. */
export function emailOf({ first_name, last_name }: Person, number: number): string {
  const latin = `${first_name}.${last_name ?? ''}`
    .normalize('NFD')
    .replace(/[^\p{Script=Latin}. -]/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .toLowerCase();
  return `${latin === '' ? 'guest' : latin}.${number}@example.org`;
}
