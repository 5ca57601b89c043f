import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** Remembers every route of the app, to tell an unknown path (404) from a wrong method (405 with `Allow`). */
export function watchRoutes(app: FastifyInstance): (method: string, path: string) => ApiError {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]*')}/?$`);
    routes.push({ methods: [method].flat(), pattern });
  });
  return (method, path) => {
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const allowed = [...new Set(matching.flatMap(({ methods }) => methods))].toSorted();
    if (allowed.length === 0) return new ApiError('route.not_found');
    return new ApiError('route.method_not_allowed', {
      message: `Method ${method} is not allowed.`,
      headers: { allow: allowed.join(', ') },
    });
  };
}
