// The Chromium that `npm ci` installs on Linux x64, pinned with its typefaces by the lock file: every machine draws the same pixels with it, and
// it needs no library of the system but the C library.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

const modules = join(import.meta.dirname, '../../node_modules');
const cache = join(modules, '.cache');
const OLD_MS = 3_600_000;

/** Every character comes from a typeface that the page or this package brings; paths are relative to this file. */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">../../dejavu-fonts-ttf/ttf</dir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
</fontconfig>
`;

/** Another version of the browser or of its typefaces is unpacked anew. */
const name = `gatehouse-chromium-${createHash('sha256')
  .update(readFileSync(join(modules, '@sparticuz/chromium/package.json')))
  .update(fontConfig)
  .digest('hex')
  .slice(0, 12)}`;
const unpacked = join(cache, name);
const executable = join(unpacked, 'chromium');

/** Unpacks the browser when it is first needed. `environment` comes on top of the process's own. */
export function bundledBrowser(): {
  readonly executablePath: string;
  readonly environment: Record<string, string>;
} {
  if (!isWhole()) unpack();
  return { executablePath: executable, environment: environmentOf(unpacked) };
}

function environmentOf(folder: string): Record<string, string> {
  const libraries = join(folder, 'al2023/lib');
  const path = [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return {
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: path }),
  };
}

/** The folder appears whole or not at all: two test runs may unpack at the same time, and one may be killed. */
function unpack(): void {
  let folder;
  try {
    mkdirSync(cache, { recursive: true });
    removeOld();
    folder = mkdtempSync(`${unpacked}-`);
  } catch (cause) {
    const remedy = 'Make it writable, or name a Chromium in GATEHOUSE_CHROMIUM.';
    throw new Error(`The browser of the tests cannot be unpacked into ${cache}. ${remedy}`, {
      cause,
    });
  }
  inflate(folder, `await chromium.executablePath();`);
  // A system without a desktop lacks libraries of Chromium's; the package has these, too.
  if (!starts(folder)) {
    inflate(folder, `await inflate('@sparticuz/chromium/bin/al2023.tar.br');`);
  }
  writeFileSync(join(folder, 'fonts.conf'), fontConfig);
  try {
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!isWhole()) throw error;
  }
}

/** It appears whole, but may have been damaged since, or the system may have lost a library. */
function isWhole(): boolean {
  return existsSync(join(unpacked, 'fonts.conf')) && starts(unpacked);
}

function starts(folder: string): boolean {
  const env = { ...process.env, ...environmentOf(folder) };
  return spawnSync(join(folder, 'chromium'), ['--no-sandbox', '--version'], { env }).status === 0;
}

/** A damaged one, and what other versions and killed runs have left. */
function removeOld(): void {
  for (const entry of readdirSync(cache).filter((one) => one.startsWith('gatehouse-chromium'))) {
    const path = join(cache, entry);
    const isDamaged = entry === name && !isWhole();
    if (isDamaged || (entry !== name && Date.now() - statSync(path).mtimeMs > OLD_MS)) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** The package unpacks into the temporary folder, wherever that is. */
function inflate(folder: string, statement: string): void {
  const program = `
    import chromium, { inflate } from '@sparticuz/chromium';
    ${statement}`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: modules,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The bundled Chromium could not be unpacked into ${folder}.`);
}
