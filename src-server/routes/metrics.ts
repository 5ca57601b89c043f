import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { createMetrics } from '../http/metrics.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const NANOS_PER_SECOND = 1e9;

/** `/metrics` for Prometheus, to callers on this machine only, and what it counts; `further` is text of the same format. */
export function serveMetrics(app: FastifyInstance, further: () => Promise<string>): void {
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
  app.get('/metrics', async (request, reply) => {
    if (!isOnThisMachine(request)) {
      throw new ApiError('access.loopback_only', 'This address answers on the server itself only.');
    }
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
  });
}

/** A proxy on this machine calls from loopback too, for others: what it forwards does not count. */
function isOnThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];
  if (forwarded.some((name) => request.headers[name] !== undefined)) return false;
  return LOOPBACK.test(request.socket.remoteAddress ?? '');
}
