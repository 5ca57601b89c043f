import { readFileSync } from 'node:fs';

/** The guide for receivers of webhooks as it stands in `docs/`, which is as far from this file as from the bundle that holds it. */
export function readGuide(): string {
  return readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
}
