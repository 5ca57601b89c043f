// The Chromium that `npm ci` installs on Linux x64, pinned with its typefaces by the lock file: every machine draws the same pixels with it, and
// it needs no library of the system but the C library.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const modules = join(import.meta.dirname, '../../node_modules');
const unpacked = join(modules, '.cache/gatehouse-chromium');
const libraries = join(unpacked, 'al2023/lib');

/** Every character comes from a typeface that the page or this package brings; paths are relative to this file. */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">../../dejavu-fonts-ttf/ttf</dir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
</fontconfig>
`;

/** Unpacks the browser when it is first needed. `environment` comes on top of the process's own. */
export function bundledBrowser(): {
  readonly executablePath: string;
  readonly environment: Record<string, string>;
} {
  if (!existsSync(unpacked)) unpack();
  const path = [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return {
    executablePath: join(unpacked, 'chromium'),
    environment: {
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
      ...(existsSync(libraries) && { LD_LIBRARY_PATH: path }),
    },
  };
}

/** The folder appears whole or not at all: two test runs may unpack at the same time, and one may be killed. */
function unpack(): void {
  mkdirSync(join(modules, '.cache'), { recursive: true });
  const folder = mkdtempSync(`${unpacked}-`);
  inflate(folder, `await chromium.executablePath();`);
  // A system without a desktop lacks libraries of Chromium's; the package has these, too.
  if (spawnSync(join(folder, 'chromium'), ['--no-sandbox', '--version']).status !== 0) {
    inflate(folder, `await inflate('@sparticuz/chromium/bin/al2023.tar.br');`);
  }
  writeFileSync(join(folder, 'fonts.conf'), fontConfig);
  try {
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (!existsSync(unpacked)) throw error;
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
