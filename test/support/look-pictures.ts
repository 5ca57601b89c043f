import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';

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
