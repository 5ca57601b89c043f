import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `look` until it returns no problems or the deadline has passed. Returns the last problems. */
export async function waitFor(until: number, look: () => string[]): Promise<string[]> {
  for (;;) {
    const said = look();
    if (said.length === 0 || performance.now() > until) return said;
    await sleep(200);
  }
}
