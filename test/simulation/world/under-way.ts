/** The real `setImmediate`, which lets pending callbacks run. */
export const realImmediate = globalThis.setImmediate;

/** Work on the machine's other threads, during which virtual time stands still. */
const underway = { keys: 0, files: 0 };
let turn: Promise<unknown> = Promise.resolve();

export function isUnderWay(what: keyof typeof underway): boolean {
  return underway[what] > 0;
}

/** Runs work with asynchronous file access while virtual time stands still. */
export async function withFiles<Value>(work: () => Promise<Value>): Promise<Value> {
  underway.files += 1;
  try {
    return await work();
  } finally {
    underway.files -= 1;
  }
}

/** Runs work one at a time, in the order of the calls. */
export function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  underway.keys += 1;
  const done = turn.then(work).finally(() => {
    underway.keys -= 1;
  });
  turn = done.catch(() => undefined);
  return done;
}
