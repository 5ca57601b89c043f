import { randomUUID } from 'node:crypto';

/** Names one request in its answer and in the log. Ours alone: what a caller sends is not taken over. */
export function mintRequestId(): string {
  return `req_${randomUUID()}`;
}
