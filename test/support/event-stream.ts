import type { TestClient } from './test-server.ts';

export interface ServerSentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream of server-sent events (HTML Living Standard, §9.2), one after the other. */
export async function openEventStream(
  client: Pick<TestClient, 'call'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await client.call(path, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('expected a stream');
  let text = '';
  let lastId: string | null = null;

  /** The next event with data; null once the stream has ended. */
  async function next(): Promise<ServerSentEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return null;
        text += value;
        continue;
      }
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line): [string, string] => {
            const [name = '', ...rest] = line.split(': ');
            return [name, rest.join(': ')];
          }),
      );
      text = text.slice(end + 2);
      lastId = fields.get('id') ?? lastId;
      const data = fields.get('data');
      if (data === undefined) continue;
      return { id: lastId, event: fields.get('event') ?? 'message', data: JSON.parse(data) };
    }
  }

  /** The first event of this kind whose reference begins with `prefix`; throws if the stream ends first. */
  async function nextOf(event: string, prefix = ''): Promise<ServerSentEvent> {
    for (;;) {
      const heard = await next();
      if (heard === null) throw new Error(`the stream ended before it told of a ${event}`);
      const { reference } = Object(heard.data);
      if (heard.event === event && String(reference).startsWith(prefix)) return heard;
    }
  }

  return { response, next, nextOf, lastId: () => lastId, close: () => reader.cancel() };
}
