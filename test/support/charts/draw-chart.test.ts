import { describe, expect, it } from 'vitest';
import { drawChart, type Chart, type ChartPoint } from './draw-chart.ts';

function chartOf(points: readonly ChartPoint[], changes: Partial<Chart> = {}): Chart {
  return {
    title: 'A chart',
    x: { label: 'minutes', scale: 'linear' },
    panels: [
      {
        title: 'Memory',
        y: { label: 'MiB', scale: 'linear' },
        series: [{ name: 'server', points }],
      },
    ],
    ...changes,
  };
}

const line = (name: string, y: number) => ({
  name,
  points: [
    { x: 0, y },
    { x: 1, y },
  ],
});

const pathsOf = (svg: string) => Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path]) => path);

/** All coordinates in the SVG. */
function coordinatesOf(svg: string): readonly number[] {
  const attributes = Array.from(
    svg.matchAll(/ (?:x|y|x1|x2|y1|y2|cx|cy)="([^"]*)"/g),
    ([, value]) => value,
  );
  return [
    ...attributes,
    ...pathsOf(svg).flatMap((path) => path?.split(/[ML ]/).filter(Boolean)),
  ].map(Number);
}

describe('a chart', () => {
  it.each<[string, readonly ChartPoint[]]>([
    ['nothing', []],
    ['one point', [{ x: 3, y: 5 }]],
    [
      'points that are all the same',
      [
        { x: 1, y: 2 },
        { x: 1, y: 2 },
      ],
    ],
    [
      'nothing but zeros',
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
    ],
    [
      'no numbers',
      [
        { x: 1, y: Number.NaN },
        { x: Infinity, y: 2 },
      ],
    ],
    [
      'negative and very large values',
      [
        { x: -5, y: -1e12 },
        { x: 5, y: 1e12 },
      ],
    ],
    [
      'a spread without an end',
      [
        { x: 1, y: 2, spread: [1, Number.NaN] },
        { x: 2, y: 2, spread: [1, 3] },
      ],
    ],
  ])('of %s stays inside its picture', (_what, points) => {
    const svg = drawChart(chartOf(points));
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
    const coordinates = coordinatesOf(svg);
    expect(coordinates.length).toBeGreaterThan(0);
    expect(coordinates.filter((value) => !(value >= 0 && value <= 760))).toEqual([]);
  });

  it('has a gap at a value that is not a number', () => {
    const points = [1, 2, Number.NaN, 4, 5].map((y, x) => ({ x, y }));
    expect(pathsOf(drawChart(chartOf(points)))).toEqual([
      expect.stringMatching(/^M[^M]+L[^M]+M[^M]+L[^M]+$/),
    ]);
  });

  it('omits values that a logarithmic axis cannot show', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 10, y: 2 },
      { x: 1000, y: 3 },
    ];
    const svg = drawChart(chartOf(points, { x: { label: 'tickets', scale: 'log' } }));
    expect(pathsOf(svg)).toEqual([expect.stringMatching(/^M56 [^ML]+L728 [^ML]+$/)]);
  });

  it('draws greater values higher', () => {
    const [path = ''] = pathsOf(
      drawChart(
        chartOf([
          { x: 0, y: 1 },
          { x: 1, y: 9 },
        ]),
      ),
    );
    const [, first = Number.NaN, , second = Number.NaN] = path.slice(1).split(/[L ]/).map(Number);
    expect(second).toBeLessThan(first);
  });

  it('escapes names', () => {
    const panel = { title: 'a < b & "c"', y: { label: '', scale: 'linear' }, series: [] } as const;
    const svg = drawChart(chartOf([], { title: '<script>', panels: [panel] }));
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
    expect(svg).toContain('aria-label="&lt;script&gt;"');
    expect(svg).not.toContain('<script>');
  });

  it('separates the names of lines that end at the same height', () => {
    const series = Array.from({ length: 6 }, (_, index) => ({
      name: `station-${index}`,
      points: [
        { x: 0, y: 1 },
        { x: 1, y: 1 },
      ],
    }));
    const svg = drawChart(
      chartOf([], {
        panels: [{ title: 'Memory', y: { label: 'MiB', scale: 'linear', includes: [0] }, series }],
      }),
    );
    const heights = Array.from(svg.matchAll(/y="([\d.]+)" class="name"/g), ([, y]) => Number(y));
    expect(heights).toHaveLength(6);
    const gaps = heights.slice(1).map((height, index) => height - (heights[index] ?? Number.NaN));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...heights)).toBeLessThan(180);
  });

  it('draws lines with the same name in one colour and labels them once', () => {
    const series = [line('server', 1), line('station', 2), line('station', 3)];
    const y = { label: 'MiB', scale: 'linear' } as const;
    const svg = drawChart(chartOf([], { panels: [{ title: 'Memory', y, series }] }));
    expect(Array.from(svg.matchAll(/class="name">([^<]*)</g), ([, name]) => name)).toEqual([
      'station',
      'server',
    ]);
    expect(Array.from(svg.matchAll(/<g class="(c\d)">\n<path/g), ([, colour]) => colour)).toEqual([
      'c0',
      'c1',
      'c1',
    ]);
  });

  it('has ticks at round values beyond both ends', () => {
    const svg = drawChart(
      chartOf([
        { x: 0, y: 3.2 },
        { x: 29.9, y: 187 },
      ]),
    );
    for (const tick of ['0', '50', '100', '150', '200', '10', '20', '30']) {
      expect(svg).toContain(`>${tick}</text>`);
    }
  });

  it('names every colour by itself, for viewers without CSS variables', () => {
    expect(drawChart(chartOf([{ x: 0, y: 1 }]))).not.toMatch(/var\(|--/);
  });

  it('marks the points of the panels that ask for it', () => {
    const y = { label: 'MiB', scale: 'linear' } as const;
    const panel = { title: 'Memory', y, series: [line('server', 1)] };
    const svg = drawChart(chartOf([], { panels: [{ ...panel, marks: true }, panel] }));
    expect(svg.match(/<circle/g)).toHaveLength(2);
  });
});
