import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { inEverySize, looks } from './looks.ts';

export interface Take {
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: 'dark' | 'light';
  readonly file: string;
}

export const doorSize = { width: 1280, height: 800 } as const;
export const phoneSize = { width: 390, height: 844 } as const;
const smallestSize = { width: 1024, height: 768 } as const;
const tabletSize = { width: 800, height: 1280 } as const;

const takeAt = (size: Take['size'], colorScheme: Take['colorScheme']): Take => ({
  size,
  colorScheme,
  file: `${size.width}-${colorScheme}.png`,
});

const usualTakes = [takeAt(doorSize, 'light'), takeAt(phoneSize, 'dark')];

export const allTakes = [doorSize, smallestSize, tabletSize, phoneSize].flatMap((size) => [
  takeAt(size, 'dark'),
  takeAt(size, 'light'),
]);

export const takesOf = (look: string): readonly Take[] =>
  inEverySize.has(look) ? allTakes : usualTakes;

/** Contains a folder for each look. */
export const picturesFolder = join(import.meta.dirname, '..', 'e2e', 'looks');

/** The path of every picture in that folder. */
export const pictures: readonly string[] = looks.flatMap(({ name }) =>
  takesOf(name).map(({ file }) => join(name, file)),
);

/** How much a picture may differ from the stored one, which has fewer colours than the screen. */
export const tolerance = { threshold: 0.12, maxDiffPixels: 80 };

/**
 * Whether a picture matches the stored one by the metric of `toHaveScreenshot`, which takes ten times as long for a match. A picture that does not
 * match here may still match there, because that ignores anti-aliasing.
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

/** The distance between two colours from the difference of each channel, in brightness and in hue. */
function distance(red: number, green: number, blue: number): number {
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189;
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}
