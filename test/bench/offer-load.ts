import { Pool } from 'undici';

export interface OfferedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Load {
  readonly origin: string;
  readonly connections: number;
  readonly requests: readonly OfferedRequest[];
  /** Every answer must have one of these. */
  readonly statuses: readonly number[];
}

/** Sends all requests, one at a time on each of the connections, and gives how many were answered a second. */
export async function offerLoad({
  origin,
  connections,
  requests,
  statuses,
}: Load): Promise<number> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const queue = requests.values();
  const send = async () => {
    for (const { method, path, headers, body } of queue) {
      const response = await pool.request({ method, path, headers: { ...headers }, body });
      await response.body.arrayBuffer();
      if (statuses.includes(response.statusCode)) continue;
      throw new Error(`expected ${statuses.join(' or ')} of ${path}, got ${response.statusCode}`);
    }
  };
  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, send));
    return (requests.length * 1_000) / (performance.now() - begun);
  } finally {
    await pool.close();
  }
}
