// `npm run looks`: retakes the pictures of looks.spec.ts whose screen changed, and lays them all out on sheets for review. Arguments are passed to
// Playwright: `npm run looks -- -g door-admit` takes those of one look.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawsAlike } from './browser.ts';
import { allTakes, pictures, picturesFolder } from './look-pictures.ts';

const sheets = join(tmpdir(), 'gatehouse-looks');
/** How much a colour channel may differ from that of its replacement: invisible, and within the tolerance of the comparison. */
const NEAR = 24;
/** A colour that covers more than this part of a picture is kept exactly. */
const LARGE = 0.002;

if (!drawsAlike) {
  throw new Error(
    'The pictures are taken with the bundled Chromium, so on Linux x64 without GATEHOUSE_CHROMIUM.',
  );
}
await removeStrangers();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    'looks.spec.ts',
    ...(process.argv.length > 2 ? process.argv.slice(2) : ['--grep=looks as it did']),
    '--update-snapshots=changed',
  ],
  { stdio: 'inherit' },
);
await shrinkAll();
await layOut();
process.exitCode = status ?? 1;

/** Removes pictures that no look takes any more. */
async function removeStrangers(): Promise<void> {
  await mkdir(picturesFolder, { recursive: true });
  for (const path of await readdir(picturesFolder, { recursive: true })) {
    if (path.endsWith('.png') && !pictures.includes(path)) await rm(join(picturesFolder, path));
  }
}

/** Compresses the pictures that Playwright has just written. */
async function shrinkAll(): Promise<void> {
  for (const path of pictures.map((one) => join(picturesFolder, one))) {
    if (!existsSync(path)) continue;
    const picture = await readFile(path);
    const { isPalette } = await sharp(picture).metadata();
    if (!isPalette) await writeFile(path, await shrink(picture));
  }
}

/** A screen has few colours but many shades at the edges of letters; similar shades are merged. */
async function shrink(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const kept: number[] = [];
  const standsFor = new Map<number, number>();
  for (const [colour, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    const isLarge = count > LARGE * info.width * info.height;
    const near = isLarge ? undefined : kept.find((one) => distance(one, colour) <= NEAR);
    if (near === undefined) kept.push(colour);
    standsFor.set(colour, near ?? colour);
  }
  for (let at = 0; at < data.length; at += 3) {
    data.writeUIntBE(standsFor.get(data.readUIntBE(at, 3)) ?? 0, at, 3);
  }
  return sharp(data, { raw: info })
    .png({ palette: true, colours: kept.length <= 16 ? 16 : 256, dither: 0, compressionLevel: 9 })
    .toBuffer();
}

/** The largest difference in a channel. */
function distance(one: number, other: number): number {
  return Math.max(
    ...[16, 8, 0].map((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255))),
  );
}

/** Lays the looks out on sheets of twelve, one set per size and theme. */
async function layOut(): Promise<void> {
  await rm(sheets, { recursive: true, force: true });
  await mkdir(sheets, { recursive: true });
  for (const { size, file } of allTakes) {
    const across = size.width > size.height ? 3 : 6;
    const width = Math.round(Math.min(size.width / 2, 420));
    const taken = pictures.filter((path) => path.endsWith(file));
    for (let first = 0; first < taken.length; first += 12) {
      const cells = taken
        .slice(first, first + 12)
        .map((path) => sharp(join(picturesFolder, path)).resize(width).png().toBuffer());
      const sheet = join(sheets, file.replace('.png', `-${first / 12 + 1}.png`));
      const images = await Promise.all(cells);
      const [only] = images;
      await (
        images.length === 1 ? sharp(only) : sharp(images, { join: { across, shim: 8 } })
      ).toFile(sheet);
    }
  }
  process.stdout.write(
    `All of them stand on sheets in ${sheets}: look at them before you commit.\n`,
  );
}
