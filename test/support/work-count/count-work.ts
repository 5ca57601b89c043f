import { Session } from 'node:inspector';
import { matchCounting } from './regexp-steps.ts';

/**
 * Counts the work of a function instead of timing it, so that the count is the same on every machine:
 *
 * - how often each block of JavaScript ran, from V8's precise coverage (a loop counts its iterations);
 * - steps of regular expressions, on a model of a backtracking matcher (`regexp-steps`);
 * - what a built-in function reads or creates: characters of a text, items of a list, entries of a form. A built-in is assumed to be
 *   linear in that; a search of a list counts the list, a sort n log n.
 *
 * Import this module before the counted code: V8 counts only functions compiled afterwards. It does not count object spreads (`{...all, one}`) or
 * native code.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The counter itself, and Node's internals, which V8 covers only in part and which the built-ins account for. */
const uncounted = /\/support\/work\/|^node:/;

/** The steps of regular expressions and built-ins while a function runs. */
export function countCharges(run: () => void): number {
  charged = 0;
  const restore = chargeBuiltIns();
  try {
    run();
  } finally {
    restore();
  }
  return charged;
}

/** The number of blocks of JavaScript that a function runs. Each count takes some milliseconds. */
export function countBlocks(run: () => void): number {
  takeBlocks();
  run();
  return takeBlocks();
}

/** How often blocks ran since the last time. */
function takeBlocks(): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error;
    for (const { url, functions } of taken.result) {
      if (uncounted.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
  });
  return blocks;
}

let charged = 0;
let isCharging = false;

type Cost = (self: unknown, given: readonly unknown[], result: unknown) => number;

/** Replaces each built-in by a counting one; the returned function restores them. */
function chargeBuiltIns(): () => void {
  const undo = builtIns().map(([owner, name, cost]) => charge(owner, name, cost));
  // Every use of a regular expression calls `exec` once that is not the engine's own.
  undo.push(replace(RegExp.prototype, 'exec', execCounting));
  isCharging = true;
  return () => {
    isCharging = false;
    for (const restore of undo) restore();
  };
}

function charge(owner: object, name: PropertyKey, cost: Cost): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') {
    throw new TypeError(`expected a built-in ${String(name)}`);
  }
  const value = function charging(this: unknown, ...given: unknown[]): unknown {
    const result: unknown = Reflect.apply(original, this, given);
    uncharged(() => {
      charged += cost(this, given, result);
    });
    return result;
  };
  return replace(owner, name, value);
}

/** Replaces a function; the returned function restores it. */
function replace(owner: object, name: PropertyKey, value: unknown): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined) throw new TypeError(`expected a built-in ${String(name)}`);
  Object.defineProperty(owner, name, { ...descriptor, value });
  return () => void Object.defineProperty(owner, name, descriptor);
}

/** The counting must not count itself. */
function uncharged(work: () => void): void {
  if (!isCharging) return;
  isCharging = false;
  try {
    work();
  } finally {
    isCharging = true;
  }
}

// oxlint-disable-next-line typescript/unbound-method -- called with its expression as `this`
const nativeExec = RegExp.prototype.exec;

function execCounting(this: RegExp, given: unknown): RegExpExecArray | null {
  const text = String(given);
  const from = this.global || this.sticky ? this.lastIndex : 0;
  const found = nativeExec.call(this, text);
  uncharged(() => {
    const { steps, span } = matchCounting(this, text, from);
    charged += steps;
    const start = found?.index ?? null;
    if (
      (span?.[0] ?? null) !== start ||
      (span !== null && span[1] - span[0] !== found?.[0].length)
    ) {
      throw new Error(`expected the model to match ${String(this)} like the engine`);
    }
  });
  return found;
}

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Map || value instanceof Set || value instanceof URLSearchParams) {
    return value.size;
  }
  return typeof value === 'object' && value !== null ? Reflect.ownKeys(value).length : 1;
};

const own: Cost = (self) => lengthOf(self) + 1;
const argument: Cost = (_self, [first]) => lengthOf(first) + 1;
const outcome: Cost = (_self, _given, result) => lengthOf(result) + 1;
/** With a regular expression, its steps are counted instead. */
const text: Cost = (self, [sought], result) =>
  sought instanceof RegExp ? lengthOf(result) + 1 : lengthOf(self) + 1;
const search: Cost = (self, [, from], result) =>
  (result === -1 ? lengthOf(self) : Number(result)) - (typeof from === 'number' ? from : 0) + 1;
const sort: Cost = (self) => lengthOf(self) * Math.ceil(Math.log2(lengthOf(self) + 2));

function builtIns(): readonly (readonly [object, PropertyKey, Cost])[] {
  const of = (owner: object, cost: Cost, ...names: PropertyKey[]) =>
    names.map((name) => [owner, name, cost] as const);
  return [
    ...of(String.prototype, text, 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'search'),
    ...of(String.prototype, own, 'trim', 'trimEnd', 'trimStart', 'toLowerCase', 'toUpperCase'),
    ...of(String.prototype, own, 'normalize', 'isWellFormed', 'toWellFormed', 'lastIndexOf'),
    ...of(String.prototype, own, 'localeCompare', 'includes', Symbol.iterator),
    ...of(String.prototype, argument, 'startsWith', 'endsWith'),
    ...of(String.prototype, outcome, 'slice', 'substring', 'padEnd', 'padStart', 'repeat'),
    ...of(String.prototype, search, 'indexOf'),
    ...of(Array.prototype, own, 'includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex'),
    ...of(Array.prototype, own, 'findLast', 'filter', 'map', 'flatMap', 'flat', 'some', 'every'),
    ...of(Array.prototype, own, 'forEach', 'reduce', 'join', 'concat', 'reverse', 'toReversed'),
    ...of(Array.prototype, own, 'shift', 'unshift', 'splice', 'fill', Symbol.iterator),
    ...of(Array.prototype, outcome, 'slice', 'entries', 'keys', 'values'),
    ...of(Array.prototype, sort, 'sort', 'toSorted'),
    ...of(Array, outcome, 'from'),
    ...of(Map.prototype, own, 'entries', 'keys', 'values', 'forEach', Symbol.iterator),
    ...of(Set.prototype, own, 'entries', 'keys', 'values', 'forEach', Symbol.iterator),
    ...of(URLSearchParams.prototype, own, 'get', 'getAll', 'has', 'delete', 'set', 'toString'),
    ...of(URLSearchParams.prototype, own, 'entries', 'keys', 'values', Symbol.iterator),
    ...of(Object, argument, 'entries', 'keys', 'values', 'fromEntries'),
    ...of(JSON, argument, 'parse'),
    ...of(JSON, outcome, 'stringify'),
    ...of(Buffer, outcome, 'from', 'concat'),
    ...of(Buffer.prototype, own, 'toString', 'equals'),
    ...of(TextDecoder.prototype, argument, 'decode'),
    ...of(URL, argument, 'parse', 'canParse'),
    ...of(Date, argument, 'parse'),
    ...of(globalThis, argument, 'decodeURIComponent', 'encodeURIComponent'),
  ];
}
