import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';

/** A screen of a door, the smallest one that it is made for, an upright tablet and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
] as const;

export const takes = sizes.flatMap((size) =>
  (['dark', 'light'] as const).map((colorScheme) => ({
    size,
    colorScheme,
    file: `${size.width}-${colorScheme}.png`,
  })),
);

/** Holds a folder for each look. */
export const picturesFolder = join(import.meta.dirname, '..', 'e2e', 'looks');

/** How far a picture may be from the one that is kept: the pictures are kept in fewer colours than the screen has. */
export const tolerance = { threshold: 0.12, maxDiffPixels: 80 };

/**
 * Whether a picture shows what the kept one shows, by the measure of `toHaveScreenshot`, which takes ten times as long for a match. A
 * picture that is not the same here may still be for that: it leaves out the edges of letters.
 */
export async function isAsKept(picture: Buffer, name: string, file: string): Promise<boolean> {
  const path = join(picturesFolder, name, file);
  if (!existsSync(path)) return false;
  const [here, kept] = await Promise.all(
    [picture, path].map((one) =>
      sharp(one).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (here === undefined || kept === undefined) return false;
  if (here.info.width !== kept.info.width || here.info.height !== kept.info.height) return false;
  const limit = 35_215 * tolerance.threshold ** 2;
  let different = 0;
  for (let at = 0; at < here.data.length; at += 3) {
    const red = (here.data[at] ?? 0) - (kept.data[at] ?? 0);
    const green = (here.data[at + 1] ?? 0) - (kept.data[at + 1] ?? 0);
    const blue = (here.data[at + 2] ?? 0) - (kept.data[at + 2] ?? 0);
    if (distance(red, green, blue) > limit) different += 1;
  }
  return different <= tolerance.maxDiffPixels;
}

/** Between two colours, by how they differ in each channel: how much brighter one is, and how much it is of another hue. */
function distance(red: number, green: number, blue: number): number {
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189;
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

/** Where it is kept what the pictures were drawn with. */
export const drawnWithFile = join(picturesFolder, 'drawn-with.txt');

export function drawnWith(): string {
  return readFileSync(drawnWithFile, 'utf8').trim();
}

/**
 * What decides how the same page is drawn: the system, the processor, the browser, and the system's typeface for addresses and codes,
 * told by how wide it is. All other typefaces come with the page.
 */
export async function drawnWithHere(browser: Browser, page: Page): Promise<string> {
  const monospaceWidth = await page.evaluate(() => {
    const drawing = document.createElement('canvas').getContext('2d');
    if (drawing === null) return 0;
    drawing.font = '100px ui-monospace, monospace';
    return drawing.measureText('0123456789').width;
  });
  const [major] = browser.version().split('.');
  return `${process.platform} ${process.arch}, Chromium ${major}, a monospace of ${Math.round(monospaceWidth)}`;
}
