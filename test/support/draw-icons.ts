// `npm run icons`: draws the app's icons for installers from the page's icon, src-renderer/design/icon.svg. Run it when that changes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';

const project = join(import.meta.dirname, '..', '..');
const packaging = join(project, 'packaging');
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024] as const;
type Size = (typeof sizes)[number];

const svg = await readFile(join(project, 'src-renderer', 'design', 'icon.svg'), 'utf8');
const filled = await drawAll(svg);
// A macOS icon has a margin, so that it has the same size as others in the Dock.
const inset = await drawAll(svg.replace('viewBox="0 0 64 64"', 'viewBox="-7.8 -7.8 79.6 79.6"'));

await mkdir(join(packaging, 'icons'), { recursive: true });
for (const [size, png] of filled) {
  await writeFile(join(packaging, 'icons', `${size}x${size}.png`), png);
}
await writeFile(join(packaging, 'icon.ico'), icoOf([16, 32, 48, 64, 128, 256]));
await writeFile(join(packaging, 'icon.icns'), icnsOf());

async function drawAll(picture: string): Promise<ReadonlyMap<Size, Buffer>> {
  const browser = await chromium.launch(findBrowser());
  try {
    const page = await browser.newPage();
    const drawn = new Map<Size, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${picture}`,
      );
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
    return drawn;
  } finally {
    await browser.close();
  }
}

function pngOf(pictures: ReadonlyMap<Size, Buffer>, size: Size): Buffer {
  const png = pictures.get(size);
  if (png === undefined) throw new Error(`expected a picture of ${size} pixels`);
  return png;
}

/** Windows ICO: a directory with 16 bytes per image, then the PNGs. A width or height of 256 is written as 0. */
function icoOf(wanted: readonly Size[]): Buffer {
  const header = Buffer.alloc(6 + wanted.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(wanted.length, 4);
  const pngs = wanted.map((size) => pngOf(filled, size));
  let offset = header.length;
  for (const [index, size] of wanted.entries()) {
    const at = 6 + index * 16;
    const length = pngs[index]?.length ?? 0;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([header, ...pngs]);
}

/** macOS ICNS: for each size (also as the retina variant of its half) a type, the length, and the PNG. */
function icnsOf(): Buffer {
  const types: readonly (readonly [string, Size])[] = [
    ['ic11', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic13', 256],
    ['ic08', 256],
    ['ic14', 512],
    ['ic09', 512],
    ['ic10', 1024],
  ];
  const entries = types.map(([type, size]) => icnsEntry(type, pngOf(inset, size)));
  return icnsEntry('icns', Buffer.concat(entries));
}

function icnsEntry(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
