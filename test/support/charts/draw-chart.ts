import { fitAxis, formatTick, type Axis, type FittedAxis } from './axis.ts';

export interface ChartPoint {
  readonly x: number;
  /** NaN is a gap in the line. */
  readonly y: number;
  /** The smallest and the largest measured value. */
  readonly spread?: readonly [number, number];
}

/** Series with the same name share one colour and one label. */
export interface Series {
  readonly name: string;
  readonly points: readonly ChartPoint[];
}

export interface Panel {
  readonly title: string;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** A dashed line. */
  readonly limit?: { readonly y: number; readonly label: string };
  /** Whether to mark each point: for a few measurements, not for a curve of many. */
  readonly marks?: boolean;
}

export interface Chart {
  /** The text for screen readers. */
  readonly title: string;
  readonly x: Axis;
  /** Panels, stacked above a shared x axis. */
  readonly panels: readonly Panel[];
  /** Highlighted parts of the x axis. */
  readonly bands?: readonly {
    readonly from: number;
    readonly to: number;
    readonly label: string;
  }[];
}

const WIDTH = 760;
const LEFT = 56;
const RIGHT = { named: 140, bare: 32 };
const TOP = 12;
const PANEL = { above: 34, height: 130, below: 14 };
const BOTTOM = 40;
const LABEL_HEIGHT = 15;

/** Okabe and Ito's colours, which colour-blind people can distinguish, in one tone per background. */
const LIGHT = ['#0072b2', '#c44e00', '#00795a', '#a4467f', '#8a6d00', '#57606a'];
const DARK = ['#56b4e9', '#ff9b54', '#3fc79a', '#e29ac6', '#e6c229', '#9198a1'];
const COLOURS = LIGHT.length;

/** Each colour by itself, because some viewers do not know CSS variables; they do not know dark pages either, where the light tones can still be read. */
function coloursOf(colours: readonly string[]): string {
  return colours
    .map(
      (colour, index) =>
        `.c${index} .line, .c${index} .spread { stroke: ${colour}; } .c${index} .dot, .c${index} .name { fill: ${colour}; }`,
    )
    .join('\n');
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #57606a; }
.title { font-weight: 600; }
.grid { stroke: #818b98; stroke-opacity: .35; }
.band { fill: #818b98; fill-opacity: .12; }
.limit { stroke: #57606a; stroke-dasharray: 4 4; }
.line { fill: none; stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.name { font-weight: 600; }
${coloursOf(LIGHT)}
@media (prefers-color-scheme: dark) {
text { fill: #9198a1; }
.title { fill: #f0f6fc; }
.limit { stroke: #9198a1; }
${coloursOf(DARK)}
}`;

interface Frame {
  readonly right: number;
  readonly top: number;
  readonly x: FittedAxis;
  readonly y: FittedAxis;
}

/** Draws a line chart as a transparent SVG document for light and dark pages. Omits values that are not numbers. */
export function drawChart(chart: Chart): string {
  const all = chart.panels.flatMap(({ series }) => series.flatMap(({ points }) => points));
  const bands = chart.bands ?? [];
  const x = fitAxis(chart.x, [
    ...all.map((point) => point.x),
    ...bands.flatMap(({ from, to }) => [from, to]),
  ]);
  const isNamed = chart.panels.some(({ series }) => namesOf(series).length > 1);
  const right = WIDTH - (isNamed ? RIGHT.named : RIGHT.bare);
  const step = PANEL.above + PANEL.height + PANEL.below;
  const height = TOP + chart.panels.length * step + BOTTOM;
  const panels = chart.panels.map((panel, index) => {
    const values = panel.series.flatMap(({ points }) =>
      points.flatMap(({ y, spread = [] }) => [y, ...spread]),
    );
    const y = fitAxis(panel.y, panel.limit === undefined ? values : [...values, panel.limit.y]);
    const frame = { right, top: TOP + index * step + PANEL.above, x, y };
    return [
      ...bands.map((band) => drawBand(frame, band, index === 0)),
      ...drawGrid(frame, panel),
      ...(panel.limit === undefined ? [] : drawLimit(frame, panel.limit)),
      ...panel.series.map((series) =>
        drawSeries(frame, series, {
          colour: colourOf(panel.series, series.name),
          marks: panel.marks ?? false,
        }),
      ),
      ...drawNames(frame, panel.series),
    ];
  });
  const bottom = TOP + chart.panels.length * step - PANEL.below;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(chart.title)}">`,
    `<title>${escape(chart.title)}</title>`,
    `<style>${STYLE}\n</style>`,
    ...panels.flat(),
    ...x.ticks.map((tick) =>
      text(acrossOf({ x, right }, tick) ?? LEFT, bottom + 18, formatTick(tick), {
        anchor: 'middle',
      }),
    ),
    text((LEFT + right) / 2, bottom + 38, chart.x.label, { anchor: 'middle' }),
    '</svg>',
    '',
  ].join('\n');
}

function acrossOf({ x, right }: Pick<Frame, 'x' | 'right'>, value: number): number | null {
  const place = x.place(value);
  return place === null ? null : round(LEFT + place * (right - LEFT));
}

function downOf({ y, top }: Frame, value: number): number | null {
  const place = y.place(value);
  return place === null ? null : round(top + (1 - place) * PANEL.height);
}

function drawBand(
  frame: Frame,
  band: { from: number; to: number; label: string },
  isNamed: boolean,
): string {
  const from = acrossOf(frame, band.from) ?? LEFT;
  const to = acrossOf(frame, band.to) ?? LEFT;
  const box = `<rect class="band" x="${from}" y="${frame.top}" width="${round(Math.max(0, to - from))}" height="${PANEL.height}"/>`;
  if (!isNamed) return box;
  return `${box}\n${text((from + to) / 2, frame.top - 6, band.label, { anchor: 'middle' })}`;
}

function drawGrid(frame: Frame, { title, y }: Panel): readonly string[] {
  return [
    text(0, frame.top - 16, `${title}${y.label === '' ? '' : `, ${y.label}`}`, { kind: 'title' }),
    ...frame.y.ticks.map((tick) => {
      const down = downOf(frame, tick) ?? frame.top;
      const line = `<line class="grid" x1="${LEFT}" x2="${frame.right}" y1="${down}" y2="${down}"/>`;
      return `${line}\n${text(LEFT - 8, down + 4, formatTick(tick), { anchor: 'end' })}`;
    }),
  ];
}

function drawLimit(frame: Frame, { y, label }: { y: number; label: string }): readonly string[] {
  const down = downOf(frame, y);
  if (down === null) return [];
  return [
    `<line class="limit" x1="${LEFT}" x2="${frame.right}" y1="${down}" y2="${down}"/>`,
    text(LEFT + 6, down - 5, label, {}),
  ];
}

function drawSeries(
  frame: Frame,
  { points }: Series,
  { colour, marks }: { readonly colour: string; readonly marks: boolean },
): string {
  const spots = points.map(({ x, y, spread }) => {
    const [across, down] = [acrossOf(frame, x), downOf(frame, y)];
    if (across === null || down === null) return null;
    const ends = spread?.flatMap((end) => downOf(frame, end) ?? []) ?? [];
    return { across, down, ends };
  });
  const path = spots.reduce(
    ({ isOpen, drawn }, spot) =>
      spot === null
        ? { isOpen: false, drawn }
        : { isOpen: true, drawn: `${drawn}${isOpen ? 'L' : 'M'}${spot.across} ${spot.down}` },
    { isOpen: false, drawn: '' },
  );
  const shown = spots.filter((spot) => spot !== null);
  return [
    `<g class="${colour}">`,
    ...(path.drawn === '' ? [] : [`<path class="line" d="${path.drawn}"/>`]),
    ...shown
      .filter(({ ends }) => ends.length === 2)
      .map(
        ({ across, ends }) =>
          `<line class="spread" x1="${across}" x2="${across}" y1="${ends[0]}" y2="${ends[1]}"/>`,
      ),
    ...(marks || shown.length === 1
      ? shown.map(({ across, down }) => `<circle class="dot" cx="${across}" cy="${down}" r="3.5"/>`)
      : []),
    '</g>',
  ].join('\n');
}

/** Draws the names at the ends of the lines, as close as possible without overlapping. A single name is omitted. */
function drawNames(frame: Frame, series: readonly Series[]): readonly string[] {
  const names = Map.groupBy(series, ({ name }) => name);
  if (names.size < 2) return [];
  const wanted = [...names]
    .map(([name, [first]]) => {
      const end = first?.points.findLast(({ y }) => downOf(frame, y) !== null);
      return { name, down: (end === undefined ? null : downOf(frame, end.y)) ?? frame.top };
    })
    .toSorted((a, b) => a.down - b.down);
  const lowest = wanted.map(({ down }, index) => down + (wanted.length - 1 - index) * LABEL_HEIGHT);
  const overflow = Math.max(0, Math.max(...lowest) - (frame.top + PANEL.height));
  let last = frame.top - LABEL_HEIGHT;
  return wanted.map(({ name, down }) => {
    last = Math.max(last + LABEL_HEIGHT, down - overflow);
    const label = text(frame.right + 10, last + 4, name, { kind: 'name' });
    return `<g class="${colourOf(series, name)}">${label}</g>`;
  });
}

function namesOf(series: readonly Series[]): readonly string[] {
  return [...new Set(series.map(({ name }) => name))];
}

function colourOf(series: readonly Series[], name: string): string {
  return `c${namesOf(series).indexOf(name) % COLOURS}`;
}

function text(
  x: number,
  y: number,
  content: string,
  { kind, anchor }: { readonly kind?: string; readonly anchor?: 'middle' | 'end' },
): string {
  const attributes = [
    ...(kind === undefined ? [] : [` class="${kind}"`]),
    ...(anchor === undefined ? [] : [` text-anchor="${anchor}"`]),
  ];
  return `<text x="${round(x)}" y="${round(y)}"${attributes.join('')}>${escape(content)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
