// Why: docs/decisions/0001-runtime-and-bundles.md
// Read by whatever Node there is, like the commands beside it.
import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Keeps what Node compiled, so that commands start in half the time from the second one on. Node runs what it finds in the cache, so
 * the folder must be one that nobody else can write to; Node's own default, in the system's temporary directory, is not.
 */
export function enablePrivateCompileCache() {
  try {
    const home = cacheHome();
    if (!isAbsolute(home)) return;
    const folder = join(home, 'gatehouse');
    const cache = join(folder, 'compile-cache');
    // One by one: where no folder can be made, Node's recursive `mkdir` may never return.
    for (const path of [home, folder, cache]) {
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    }
    // Whoever may write to `home`, which may be a link, can exchange what is in it at any time.
    if (![statSync(home), lstatSync(folder), lstatSync(cache)].every(isOurs)) return;
    module.enableCompileCache(cache);
    // For the programs that this one starts.
    process.env.NODE_COMPILE_CACHE ??= cache;
  } catch {
    // Without a cache a command starts more slowly, and that is all.
  }
}

function cacheHome() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Windows has neither owner nor mode here; there the folder is in the user's own profile. */
function isOurs(found) {
  if (!found.isDirectory()) return false;
  return process.platform === 'win32' || (found.uid === process.getuid() && !(found.mode & 0o022));
}
