import { fileURLToPath } from 'node:url';
import { build } from '../../bin/build.ts';

/** The suite runs the build, so it first builds whatever is stale. */
// oxlint-disable-next-line import/no-default-export -- Playwright looks for the default
export default async function globalSetup(): Promise<void> {
  await build(fileURLToPath(new URL('../..', import.meta.url)), 'stale');
}
