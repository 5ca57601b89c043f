import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeLeftDraft } from './write-atomically.ts';

const GROUP_AND_OTHERS = 0o077;

/**
 * Call first in every program that writes data: whatever it and its children create from then on is readable by its owner alone,
 * also what a library creates. Windows has no such mask; there the profile's own folder protects its files.
 */
export function makeNewFilesPrivate(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Makes a folder that only its owner can enter, and those above it that are missing. Node's own recursive `mkdir` never returns
 * where the system makes no folder and says that there is none, as in `/proc`.
 * @throws what the system says of the first folder that cannot be made.
 */
export function makePrivateFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isFolder(path) && !isFolder(parent)) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Files at the top of a data folder that nobody else names like this, with their copies and drafts. */
const ownFiles =
  /^(?:(?:server\.db|server-tls\.pem|(?:demo|host|page)\.json|(?:deliverers|webhook-maintenance|mail)\.lock).*|open-[\w-]{22}\.html(?:\.\d+\.new)?)$/;
/** What else is there, and in a folder of somebody else's too. Backups are often put beside the database that they are copies of. */
const commonNames =
  /^(?:.*\.(?:db|sqlite)(?:-wal|-shm|-journal|\.\d+\.new(?:-journal)?)?|station|logs|mail|backups|electron)$/;
/** What a station writes into its own folder. */
const stationNames =
  /^(?:(?:journal|replica)\.db.*|(?:settings|secrets|last-run)\.json.*|journal\.mark.*|station\.lock.*|keychain)$/;
/** Either says that a folder is a data folder. So does a station in it. */
const marks: readonly string[] = ['server.db', 'host.json'];

/**
 * Makes the data folder, and sets the rights in it: the owner may read and write, group and others may not, whatever an older
 * version or a copy left there. A folder that holds other things too, such as somebody's home, is not ours: there only what has
 * a name of our own is changed, and the station's folder. Links are not followed, and files of other users stay as they are.
 * Drafts of processes that were killed are removed.
 */
export function preparePrivateFolder(folder: string): void {
  makePrivateFolder(folder);
  const real = realpathSync(folder);
  setRights(real, 'keep_others');
  const names = namesIn(real);
  const isMarked = names.some((name) => marks.includes(name) || isStation(join(real, name)));
  const isOurs =
    (isMarked || names.length === 0) &&
    names.every((name) => ownFiles.test(name) || commonNames.test(name));
  if (isOurs) setRights(real, 'owner_alone');
  if (!isMarked) return;
  for (const name of names) {
    if (isOurs || ownFiles.test(name) || isStation(join(real, name))) {
      setRightsBelow(join(real, name));
    }
  }
}

/** Others may have a folder of that name, with other things in it. */
function isStation(path: string): boolean {
  if (basename(path) !== 'station') return false;
  return namesIn(path).every((name) => stationNames.test(name));
}

/** The folder before what is in it: once nobody else can enter, nothing below can be swapped for a link. */
function setRightsBelow(path: string): void {
  if (removeLeftDraft(path) || !setRights(path, 'owner_alone')) return;
  for (const name of namesIn(path)) setRightsBelow(join(path, name));
}

/** Says whether this is a folder of ours to go into. What cannot be changed stays as it is: a door must open all the same. */
function setRights(path: string, who: 'owner_alone' | 'keep_others'): boolean {
  try {
    const found = lstatSync(path);
    // Windows keeps no rights of this kind.
    if (process.platform === 'win32') return found.isDirectory() && !found.isSymbolicLink();
    if (found.isSymbolicLink() || found.uid !== process.getuid?.()) return false;
    const before = found.mode & 0o7777;
    const kept = who === 'owner_alone' ? before & ~GROUP_AND_OTHERS : before;
    const after = kept | (found.isDirectory() ? 0o700 : 0o600);
    if (after !== before) chmodSync(path, after);
    return found.isDirectory();
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
