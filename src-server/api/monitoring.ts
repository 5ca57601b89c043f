import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { Database } from '../database/database.ts';
import { createMetrics } from '../http/metrics.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const NANOS_PER_SECOND = 1e9;

/** `/healthz`: the process answers. `/readyz`: the database does, too. Neither asks who calls. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await database.versions();
    return { status: 'ready' };
  });
}

export interface MetricsOptions {
  /** Text of the same format that comes after what is counted here. */
  readonly further: () => Promise<string>;
  /** Has a port of its own, for metrics alone; null serves them beside everything else. */
  readonly apart: FastifyInstance | null;
  /** Whether clients reach `app` through a proxy. */
  readonly isProxied: boolean;
}

/** Counts the requests of `app`, and serves `/metrics` for Prometheus to callers on this machine only. */
export function serveMetrics(
  app: FastifyInstance,
  { further, apart, isProxied }: MetricsOptions,
): void {
  const metrics = createMetrics();
  const loopDelay = monitorEventLoopDelay();
  loopDelay.enable();
  app.addHook('onClose', async () => void loopDelay.disable());
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observe({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAskedHere(request)) throw new ApiError('access.loopback_only');
    const memory = process.memoryUsage();
    const own = metrics.render({
      process_resident_memory_bytes: memory.rss,
      nodejs_heap_size_used_bytes: memory.heapUsed,
      nodejs_eventloop_lag_p99_seconds: loopDelay.percentile(99) / NANOS_PER_SECOND,
      process_uptime_seconds: process.uptime(),
    });
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(own + (await further()));
  };
  if (apart !== null) apart.get('/metrics', answer);
  else if (!isProxied) app.get('/metrics', answer);
  else {
    app.get('/metrics', async () => {
      const message = 'Behind a proxy, metrics need a port of their own: --metrics-port.';
      throw new ApiError('access.loopback_only', { message });
    });
  }
}

/**
 * A page whose name was pointed at this machine sends that name as its Host, and a proxy says whom it calls for. One that does not
 * cannot be told from a local caller: behind a proxy, metrics are served on a port of their own.
 */
function isAskedHere({ headers, socket }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  if (!LOOPBACK_HOST.test(headers.host ?? 'localhost')) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '');
}
