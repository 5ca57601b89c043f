import { setTimeout as sleep } from 'node:timers/promises';

/** Until nothing is said, or the time is over. Returns what was said last. */
export async function waitFor(until: number, look: () => string[]): Promise<string[]> {
  for (;;) {
    const said = look();
    if (said.length === 0 || performance.now() > until) return said;
    await sleep(200);
  }
}
