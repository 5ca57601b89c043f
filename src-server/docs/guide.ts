import { existsSync, readFileSync } from 'node:fs';

/** Reads `docs/webhooks.md`, the guide for receivers of webhooks: seen from this file, or from the chunk of the bundle that holds it. */
export function readGuide(): string {
  const places = ['../../docs/webhooks.md', '../../../docs/webhooks.md'];
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (found === undefined) throw new Error('expected docs/webhooks.md beside sources or bundles');
  return readFileSync(found, 'utf8');
}
