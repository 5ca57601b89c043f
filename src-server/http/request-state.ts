import type { Caller } from '../oauth/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token was accepted. */
    caller: Caller | null;
    /** Set for operations that require the header. */
    idempotencyKey: string | null;
  }
}
