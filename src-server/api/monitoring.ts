import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/errors/api-error.ts';
import { DatabaseError } from '../database/database-error.ts';
import { withTimeLimit } from '../database/time-limit.ts';
import type { Database } from '../database/database.ts';
import { Counter, gauge, Histogram, renderFamilies, type Family } from '../metrics/families.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** A database that takes longer for so little cannot serve requests, and a load balancer waits no longer. */
const READY_WITHIN_MS = 2_000;
/** In seconds: a check-in takes a few milliseconds, a page of a long list some tens. */
const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const NANOS_PER_SECOND = 1e9;
const MICROS_PER_SECOND = 1e6;
const MS_PER_SECOND = 1e3;

/**
 * `/healthz`: the process responds. `/readyz`: the database does, too, and takes writes, and the server is not about to stop. Neither requires
 * authentication. Call the returned function before stopping, so that a load balancer sends requests elsewhere.
 */
export function serveHealth(app: FastifyInstance, database: Database): () => void {
  let isStopping = false;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: 'stopping' });
    await withTimeLimit(READY_WITHIN_MS, database.versions());
    try {
      await withTimeLimit(READY_WITHIN_MS, database.assertWritable());
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== 'database.full') throw error;
      return reply.code(503).send({ status: 'full', reason: error.message });
    }
    return { status: 'ready' };
  });
  return () => {
    isStopping = true;
  };
}

export interface MetricsOptions {
  /** What is running, for `gatehouse_build_info`. */
  readonly version: string;
  /** Figures of the organiser's work. */
  readonly figures: () => Promise<readonly Family[]>;
  /** Those of the webhooks. */
  readonly deliveries: () => Promise<readonly Family[]>;
  /** A listener of its own for metrics; null serves them on the main one. */
  readonly apart: FastifyInstance | null;
  /** Whether `app` is behind a proxy. */
  readonly isProxied: boolean;
}

/** Counts the requests of `app`, and serves `/metrics` to Prometheus on this machine only. */
export function serveMetrics(
  app: FastifyInstance,
  { version, figures, deliveries, apart, isProxied }: MetricsOptions,
): void {
  const requests = new Counter();
  const durations = new Histogram(DURATION_BOUNDS);
  const loopDelay = monitorEventLoopDelay();
  loopDelay.enable();
  app.addHook('onClose', async () => void loopDelay.disable());
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The pattern, never the path: paths hold references.
    const route = routeOptions.url ?? 'unknown';
    requests.add({ method, route, status: String(reply.statusCode) });
    durations.observe({ method, route }, reply.elapsedTime / MS_PER_SECOND);
    done();
  });
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAskedHere(request)) throw new ApiError('access.loopback_only');
    const [work, webhooks] = await Promise.all([figures(), deliveries()]);
    const text = renderFamilies([
      requests.family(
        'gatehouse_http_requests_total',
        'Requests answered, by route pattern and status.',
      ),
      durations.family(
        'gatehouse_http_request_duration_seconds',
        'From the arrival of a request to the end of its response.',
      ),
      {
        name: 'gatehouse_build_info',
        help: 'What is running; the value is always 1.',
        type: 'gauge',
        samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
      },
      ...work,
      ...processFigures(),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'The 99th percentile of the delay of the event loop since the start.',
        loopDelay.percentile(99) / NANOS_PER_SECOND,
      ),
      ...webhooks,
    ]);
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(text);
  };
  if (apart !== null) apart.get('/metrics', respond);
  else if (!isProxied) app.get('/metrics', respond);
  else {
    app.get('/metrics', async () => {
      const message = 'Behind a proxy, metrics need a port of their own: --metrics-port.';
      throw new ApiError('access.loopback_only', { message });
    });
  }
}

/** Figures of this process, with the names that Prometheus' own libraries give them. */
function processFigures(): readonly Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge(
      'process_start_time_seconds',
      'When this process started, in Unix time.',
      performance.timeOrigin / MS_PER_SECOND,
    ),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time that this process has used.',
      type: 'counter',
      samples: [{ value: (user + system) / MICROS_PER_SECOND }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of this process.', rss),
    gauge('nodejs_heap_size_used_bytes', "Memory in use on V8's heap.", heapUsed),
  ];
}

/**
 * Local callers only. A DNS-rebinding page sends its own name as Host, and a proxy sends `X-Forwarded-*`. A proxy that does not
 * looks like a local caller, so behind a proxy metrics need a port of their own.
 */
function isAskedHere({ headers, socket }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  if (!LOOPBACK_HOST.test(headers.host ?? 'localhost')) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '');
}
