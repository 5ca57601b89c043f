/** Figures in the text format of Prometheus. */

/** A family of figures. */
export interface Family {
  /** With its unit at the end; a counter's ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Labels;
  readonly value: number;
}

/** One figure without labels. */
export function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

/** Counts what happens, for each set of labels. */
export class Counter {
  readonly #counted = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels): void {
    const key = keyOf(labels);
    const counted = this.#counted.get(key) ?? { labels, value: 0 };
    this.#counted.set(key, counted);
    counted.value += 1;
  }

  family(name: string, help: string): Family {
    return { name, help, type: 'counter', samples: [...this.#counted.values()] };
  }
}

interface Series {
  readonly labels: Labels;
  /** Observations per bucket, not cumulative; the last one is beyond the bounds. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

/** What tells the sets of labels of a family apart: they have the same names, in the same order. */
function keyOf(labels: Labels): string {
  return Object.values(labels).join('\0');
}

/** How long something takes, for each set of labels. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  /** `bounds`: the upper ones, in seconds, rising. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Labels, seconds: number): void {
    const series = this.start(labels);
    series.count += 1;
    series.sum += seconds;
    let place = 0;
    while (seconds > (this.#bounds[place] ?? Infinity)) place += 1;
    series.buckets[place] = (series.buckets[place] ?? 0) + 1;
  }

  /** Shows these labels before anything is observed. */
  start(labels: Labels): Series {
    const key = keyOf(labels);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series = { labels, buckets: [], count: 0, sum: 0 };
    this.#series.set(key, series);
    return series;
  }

  family(name: string, help: string): Family {
    const samples = [...this.#series.values()].flatMap((series) => this.#samplesOf(series));
    return { name, help, type: 'histogram', samples };
  }

  /** Buckets are cumulative in the format. */
  #samplesOf({ labels, buckets, count, sum }: Series): readonly Sample[] {
    let total = 0;
    const bounded = this.#bounds.map((bound, index): Sample => {
      total += buckets[index] ?? 0;
      return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: total };
    });
    return [
      ...bounded,
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}

export function renderFamilies(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${renderLabels(labels)} ${value}`,
    ),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
