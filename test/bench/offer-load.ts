import { Pool } from 'undici';

export interface OfferedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** How many more pages are fetched, one after the other, by the address that each answer gives for the next one. */
  readonly morePages?: number;
}

export interface Connections {
  /**
   * Sends all requests, one at a time on each of the connections, and gives how many were answered a second, each with one of the statuses, and
   * how many there were, with the pages that followed.
   */
  readonly send: (
    requests: readonly OfferedRequest[],
    statuses: readonly number[],
  ) => Promise<{ readonly perSecond: number; readonly answers: number }>;
  readonly close: () => Promise<void>;
}

/** Resolves when so many connections are open. */
export async function openConnections(origin: string, count: number): Promise<Connections> {
  const pool = new Pool(origin, { connections: count, pipelining: 1 });
  const open = async () => {
    const response = await pool.request({ method: 'GET', path: '/' });
    await response.body.dump();
  };
  await Promise.all(Array.from({ length: count }, open));
  return {
    send: async (requests, statuses) => {
      const queue = requests.values();
      let answers = 0;
      const ask = async ({ method, path, headers, body }: OfferedRequest) => {
        const response = await pool.request({ method, path, headers: { ...headers }, body });
        const bytes = Buffer.from(await response.body.arrayBuffer());
        answers += 1;
        if (statuses.includes(response.statusCode)) return bytes;
        const expected = statuses.join(' or ');
        throw new Error(
          `expected ${expected} of ${path}, got ${response.statusCode}: ${bytes.toString()}`,
        );
      };
      const work = async () => {
        for (const request of queue) {
          let page: OfferedRequest | null = request;
          for (let more = request.morePages ?? 0; page !== null; more -= 1) {
            const bytes = await ask(page);
            page = more > 0 ? nextPage(page, bytes) : null;
          }
        }
      };
      const begun = performance.now();
      await Promise.all(Array.from({ length: count }, work));
      return { perSecond: (answers * 1_000) / (performance.now() - begun), answers };
    },
    close: () => pool.close(),
  };
}

export interface Load {
  readonly origin: string;
  readonly connections: number;
  readonly requests: readonly OfferedRequest[];
  /** Every answer must have one of these. */
  readonly statuses: readonly number[];
}

/** Opens the connections, sends all requests, and gives how many were answered a second. */
export async function offerLoad({
  origin,
  connections,
  requests,
  statuses,
}: Load): Promise<number> {
  const opened = await openConnections(origin, connections);
  try {
    return (await opened.send(requests, statuses)).perSecond;
  } finally {
    await opened.close();
  }
}

const NEXT = '"next_page_url":';

/** Without parsing the page, which would take longer than to serve it. Null after the last one. */
function nextPage(request: OfferedRequest, page: Buffer): OfferedRequest | null {
  const at = page.lastIndexOf(NEXT);
  if (at < 0) throw new Error(`expected ${NEXT} in the answer to ${request.path}`);
  const [, url] = /^"([^"]*)"/.exec(page.subarray(at + NEXT.length).toString()) ?? [];
  if (url === undefined) return null;
  const { pathname, search } = new URL(url);
  return { ...request, path: `${pathname}${search}` };
}
