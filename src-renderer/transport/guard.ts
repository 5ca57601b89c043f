/** Says whether a value from outside has the shape `T`. Unknown keys are tolerated: the contract grows by addition. */
export type Guard<T> = (value: unknown) => value is T;
export type Guarded<G> = G extends Guard<infer T> ? T : never;

export const text: Guard<string> = (value) => typeof value === 'string';
export const flag: Guard<boolean> = (value) => typeof value === 'boolean';
export const number: Guard<number> = (value) => typeof value === 'number';

/** For a key that is left out. */
export const absent: Guard<undefined> = (value) => value === undefined;

export function nullable<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function list<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export function oneOf<const T extends string>(...members: readonly T[]): Guard<T> {
  const known = new Set<unknown>(members);
  return (value): value is T => known.has(value);
}

export function either<const G extends readonly Guard<unknown>[]>(
  ...guards: G
): Guard<Guarded<G[number]>> {
  return (value): value is Guarded<G[number]> => guards.some((guard) => guard(value));
}

export function literal<const T extends string | boolean>(expected: T): Guard<T> {
  return (value): value is T => value === expected;
}

export function shape<T extends Record<string, unknown>>(guards: {
  readonly [K in keyof T]: Guard<T[K]>;
}): Guard<Readonly<T>> {
  const entries = Object.entries<Guard<unknown>>(guards);
  return (value): value is Readonly<T> =>
    isRecord(value) && entries.every(([key, guard]) => guard(value[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
