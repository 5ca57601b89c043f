/** Upper bounds in seconds: a check-in takes a few milliseconds, a page of a long list some tens. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the route, never the path: paths hold references. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts requests and how long they took, for `/metrics`. */
export function createMetrics() {
  const requests = new Map<string, number>();
  const durations = new Map<string, Duration>();
  return {
    observe({ method, route, status, seconds }: ObservedRequest): void {
      const counted = `method="${method}",route="${route}",status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      const timed = `method="${method}",route="${route}"`;
      const duration = durations.get(timed) ?? startDuration();
      durations.set(timed, duration);
      duration.count += 1;
      duration.sum += seconds;
      const place = BUCKETS.findIndex((bound) => seconds <= bound);
      if (place !== -1) duration.buckets[place] = (duration.buckets[place] ?? 0) + 1;
    },
    /** Prometheus' text format. */
    render(gauges: Readonly<Record<string, number>>): string {
      return [
        '# TYPE gatehouse_http_requests_total counter',
        ...[...requests].map(
          ([labels, count]) => `gatehouse_http_requests_total{${labels}} ${count}`,
        ),
        '# TYPE gatehouse_http_request_duration_seconds histogram',
        ...[...durations].flatMap(([labels, duration]) => histogramLines(labels, duration)),
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE ${name} gauge`,
          `${name} ${value}`,
        ]),
        '',
      ].join('\n');
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

interface Duration {
  /** Requests per bucket, not yet added up. */
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
