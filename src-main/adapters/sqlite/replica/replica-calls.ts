// Messages between the station's thread and the ingest worker: calls of the writer's methods, answered in order.
import { isDamage } from '../open-database.ts';
import type { ReplicaWriter } from './replica-writer.ts';

export type WriterMethod = keyof ReplicaWriter;
export type WriterArguments = { readonly [M in WriterMethod]: Parameters<ReplicaWriter[M]> };
export type WriterResults = { readonly [M in WriterMethod]: ReturnType<ReplicaWriter[M]> };
type Writer = {
  readonly [M in WriterMethod]: (...args: WriterArguments[M]) => WriterResults[M];
};

export interface WriterCall<M extends WriterMethod = WriterMethod> {
  readonly id: number;
  readonly method: M;
  readonly args: WriterArguments[M];
}

export interface CallDone<M extends WriterMethod = WriterMethod> {
  readonly id: number;
  readonly kind: 'done';
  readonly method: M;
  readonly result: WriterResults[M];
}

export interface CallFailed {
  readonly id: number;
  readonly kind: 'failed';
  readonly message: string;
  readonly damaged: boolean;
}

/** Runs one call in the worker. Never throws: an error's class does not travel between threads. */
export function executeCall<M extends WriterMethod>(
  writer: Writer,
  { id, method, args }: WriterCall<M>,
): CallDone<M> | CallFailed {
  try {
    if (!Object.hasOwn(writer, method)) throw new Error(`the writer has no method ${method}`);
    return { id, kind: 'done', method, result: writer[method](...args) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, kind: 'failed', message, damaged: isDamage(error) };
  }
}

export function isResultOf<M extends WriterMethod>(
  method: M,
  reply: CallDone | CallFailed,
): reply is CallDone<M> {
  return reply.kind === 'done' && reply.method === method;
}
