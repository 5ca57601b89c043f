// Why: docs/decisions/0001-runtime-and-bundles.md
// Read by whatever Node there is, like the commands beside it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether to run `out/`, which starts faster than the sources: always in an installed package, where Node strips no
 * types, and in the project if it was built from exactly these sources.
 */
export async function runsBundle(root) {
  if (!existsSync(join(root, 'src-server'))) return true;
  const { isFresh } = await import('../src-main/launch/built-from.ts');
  try {
    return isFresh(root);
  } catch {
    // Some sources are missing or cannot be read: running them says which.
    return false;
  }
}
