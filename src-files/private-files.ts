// Why: docs/decisions/0003-private-files.md
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeLeftDraft } from './write-atomically.ts';

const GROUP_AND_OTHERS = 0o077;

/**
 * Call first in every program that writes data: everything that it, its libraries and its children create afterwards is readable
 * by its owner only. Windows has no such mask; there the user profile's folder protects its files.
 */
export function makeNewFilesPrivate(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Creates a folder that only its owner can enter, and its missing parents. Node's own recursive `mkdir` never returns if the
 * system refuses to create a folder with ENOENT, as in `/proc`.
 * @throws the system's error for the first folder that cannot be created.
 */
export function makePrivateFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isFolder(path) && !isFolder(parent)) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it just now.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** File names at the top of a data folder that only Gatehouse uses, with their copies and drafts. */
const ownFiles =
  /^(?:(?:server\.(?:db|mark)|server-tls\.pem|(?:demo|host|page)\.json|(?:deliverers|maintenance|webhook-maintenance|mail|server)\.lock).*|open-[\w-]{22}\.html(?:\.\d+\.new)?)$/;
/** Names that other people's folders may also contain. Backups are often put beside the database they copy. */
const commonNames =
  /^(?:.*\.(?:db|sqlite)(?:-wal|-shm|-journal|\.\d+\.new(?:-journal)?)?|station|logs|mail|backups|electron)$/;
/** The files of a station's own folder. */
const stationNames =
  /^(?:(?:journal|replica|peers)\.db.*|(?:settings|secrets|last-run|keys)\.json.*|journal\.(?:log|sealed).*|station\.lock.*|keychain)$/;
/** Either file marks a folder as a data folder, as does a station in it. */
const marks: readonly string[] = ['server.db', 'host.json'];

/**
 * Creates the data folder and sets its permissions: the owner may read and write, group and others may not, whatever an older
 * version or a copy left there. If the folder holds other things too, such as a home directory, only our own file names and the
 * station's folder are changed. Links are not followed, and other users' files stay as they are. Drafts of killed processes are
 * removed.
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

/** Others may have a folder of that name with other contents. */
function isStation(path: string): boolean {
  if (basename(path) !== 'station') return false;
  return namesIn(path).every((name) => stationNames.test(name));
}

/** The folder first: once nobody else can enter, nothing below can be swapped for a link. */
function setRightsBelow(path: string): void {
  if (removeLeftDraft(path) || !setRights(path, 'owner_alone')) return;
  for (const name of namesIn(path)) setRightsBelow(join(path, name));
}

/** Returns whether this is a folder of ours to descend into. Failures are ignored: a door must open all the same. */
function setRights(path: string, who: 'owner_alone' | 'keep_others'): boolean {
  try {
    const found = lstatSync(path);
    // Windows has no permissions of this kind.
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
