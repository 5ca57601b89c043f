import { once } from 'node:events';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { WebSocket } from 'ws';

const Targets = Type.Array(Type.Object({ webSocketDebuggerUrl: Type.String() }), { minItems: 1 });
const Reply = Compile(
  Type.Object({
    id: Type.Integer(),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Object({ message: Type.String() })),
  }),
);
const Attached = Compile(
  Type.Object({
    method: Type.Literal('NodeWorker.attachedToWorker'),
    params: Type.Object({ sessionId: Type.String() }),
  }),
);
const FromWorker = Compile(
  Type.Object({
    method: Type.Literal('NodeWorker.receivedMessageFromWorker'),
    params: Type.Object({ message: Type.String() }),
  }),
);

const HeapUsage = Type.Object({ usedSize: Type.Number(), backingStorageSize: Type.Number() });

/**
 * Bytes that a process still uses after full collections, in the heaps of all its threads and in the buffers that belong to them. The process
 * must run Node with an inspector on this port.
 */
export async function measureRetained(inspectorPort: number): Promise<number> {
  using inspector = await Inspector.connect(inspectorPort);
  let bytes = 0;
  for (const thread of await inspector.threads()) {
    // The second time also collects what the finalisers of the first one let go.
    await inspector.call(thread, 'HeapProfiler.collectGarbage');
    await inspector.call(thread, 'HeapProfiler.collectGarbage');
    const usage = Value.Parse(HeapUsage, await inspector.call(thread, 'Runtime.getHeapUsage'));
    bytes += usage.usedSize + usage.backingStorageSize;
  }
  return bytes;
}

/** The session of a worker; null for the main thread. */
type Thread = string | null;

/** A connection to the inspector of a Node process, and through it to those of its workers. */
class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #workers: string[] = [];
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#hear(data.toString()));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the process ended'));
    });
  }

  static async connect(port: number): Promise<Inspector> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = Value.Parse(Targets, await response.json());
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await once(socket, 'open');
    return new Inspector(socket);
  }

  /** Node names the workers before it answers. */
  async threads(): Promise<readonly Thread[]> {
    await this.call(null, 'NodeWorker.enable', { waitForDebuggerOnStart: false });
    return [null, ...this.#workers];
  }

  call(thread: Thread, method: string, params: object = {}): Promise<unknown> {
    const reply = Promise.withResolvers<unknown>();
    const id = this.#nextId();
    this.#waiting.set(id, reply);
    const message = JSON.stringify({ id, method, params });
    this.#socket.send(
      thread === null
        ? message
        : JSON.stringify({
            id: this.#nextId(),
            method: 'NodeWorker.sendMessageToWorker',
            params: { sessionId: thread, message },
          }),
    );
    return reply.promise;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #settle(id: number, { result, error }: Static<ReturnType<typeof Reply.Type>>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  #hear(text: string): void {
    const message: unknown = JSON.parse(text);
    if (Reply.Check(message)) this.#settle(message.id, message);
    else if (Attached.Check(message)) this.#workers.push(message.params.sessionId);
    else if (FromWorker.Check(message)) this.#hear(message.params.message);
  }
}
