import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it.each(['ok', 'no', 'unknown'])('the word of a verdict stands out from %s by 7:1', (role) => {
    expect(contrast(token(`on-${role}`, scheme), token(role, scheme))).toBeGreaterThanOrEqual(7);
  });

  it.each(['ok', 'no', 'unknown'])('a dimmed %s keeps its words legible', (role) => {
    const dimmed = mix(token(role, scheme), token('surface', scheme), 0.4);
    expect(contrast(token('text', scheme), dimmed)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['text', 'ground'],
    ['text', 'hover'],
    ['muted', 'ground'],
    ['muted', 'surface'],
    ['muted', 'raised'],
    ['muted', 'hover'],
    ['accent', 'surface'],
    ['on-accent', 'accent'],
    ['on-mark', 'mark'],
    ['accent', 'hover'],
    ['accent', 'raised'],
    ['ok-text', 'surface'],
    ['ok-text', 'hover'],
    ['no-text', 'surface'],
    ['no-text', 'hover'],
    ['unknown-text', 'hover'],
    ['ok-text', 'raised'],
    ['no-text', 'raised'],
    ['unknown-text', 'raised'],
    ['unknown-text', 'surface'],
  ])('%s on %s is read at 4.5:1', (text, ground) => {
    expect(contrast(token(text, scheme), token(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it('the edge of a field is seen at 3:1', () => {
    expect(contrast(token('edge', scheme), token('raised', scheme))).toBeGreaterThanOrEqual(3);
  });

  it.each([1, 2, 3, 4, 5, 6])('area %i of a chart is seen at 3:1', (area) => {
    const colour = token(`chart-${area}`, scheme);
    expect(contrast(colour, token('raised', scheme))).toBeGreaterThanOrEqual(3);
  });

  it('yes and no differ in lightness too, for eyes that mix red and green', () => {
    expect(contrast(token('ok', scheme), token('no', scheme))).toBeGreaterThanOrEqual(3);
  });
});

type Lab = readonly [number, number, number];

/** One colour role of one theme, in OKLab. */
function token(name: string, scheme: Scheme): Lab {
  const both = new RegExp(`--${name}: light-dark\\(\\s*oklch\\(([^)]*)\\),\\s*oklch\\(([^)]*)\\)`);
  const match = both.exec(css)?.[scheme === 'light' ? 1 : 2];
  const [lightness = 0, chroma = 0, hue = 0] = (match ?? '').split(' ').map(Number);
  if (match === undefined) throw new Error(`expected a token --${name}`);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function mix(a: Lab, b: Lab, share: number): Lab {
  const at = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
  return [at(0), at(1), at(2)];
}

/** Contrast ratio, as WCAG 2 defines it. */
function contrast(a: Lab, b: Lab): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Relative luminance of an OKLab colour, via linear sRGB clipped to the screen's gamut. */
function luminance([lightness, a, b]: Lab): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}
