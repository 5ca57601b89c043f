/** Upper bounds in seconds: a check-in takes a few milliseconds, a page of a long list some tens. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A family of figures in the text format of Prometheus. */
export interface Family {
  /** With its unit at the end; a counter's ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One figure without labels. */
export function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

export function renderFamilies(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels = {}, value }) => `${name}${renderLabels(labels)} ${value}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

export interface ObservedRequest {
  readonly method: string;
  /** The route pattern, never the path: paths hold references. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts requests and their durations for `/metrics`. */
export function createRequestMetrics() {
  const requests = new Map<string, number>();
  const durations = new Map<string, Duration>();
  return {
    observe({ method, route, status, seconds }: ObservedRequest): void {
      const timed = `method="${method}",route="${route}"`;
      const counted = `${timed},status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      const duration = durations.get(timed) ?? startDuration();
      durations.set(timed, duration);
      duration.count += 1;
      duration.sum += seconds;
      const place = BUCKETS.findIndex((bound) => seconds <= bound);
      if (place !== -1) duration.buckets[place] = (duration.buckets[place] ?? 0) + 1;
    },
    /** In the Prometheus text format. */
    render(): string {
      return [
        '# HELP gatehouse_http_requests_total Requests answered, by route pattern and status.',
        '# TYPE gatehouse_http_requests_total counter',
        ...[...requests].map(
          ([labels, count]) => `gatehouse_http_requests_total{${labels}} ${count}`,
        ),
        '# HELP gatehouse_http_request_duration_seconds From the arrival of a request to the end of its response.',
        '# TYPE gatehouse_http_request_duration_seconds histogram',
        ...[...durations].flatMap(([labels, duration]) => histogramLines(labels, duration)),
        '',
      ].join('\n');
    },
  };
}

interface Duration {
  /** Requests per bucket, not cumulative. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

function startDuration(): Duration {
  return { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
}

/** Buckets are cumulative in the format. */
function histogramLines(labels: string, { buckets, count, sum }: Duration): string[] {
  const name = 'gatehouse_http_request_duration_seconds';
  let total = 0;
  const lines = buckets.map((inBucket, index) => {
    total += inBucket;
    return `${name}_bucket{${labels},le="${BUCKETS[index] ?? '+Inf'}"} ${total}`;
  });
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
