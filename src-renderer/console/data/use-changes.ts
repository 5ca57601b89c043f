import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
import {
  CHANGE_WAITS_MS,
  CONSOLE_HEARTBEAT_MS,
  type ChangeTopic,
} from '../../../shared/console/stream.ts';
import { useConsole } from './console-context.tsx';

/** They name who holds the ticket. */
const ofHolders = ['scan.', 'release.', 'conflict.'];

/** What each kind of change makes old, by the beginning of a view's name. */
const viewsOf: Readonly<Record<ChangeTopic, readonly string[]>> = {
  setup: ['event.', 'ticket-type.', 'session.', 'location.', 'add-on.', 'question.', 'home.'],
  orders: ['order.', 'event.', 'contact.', 'home.'],
  imports: ['order.import-'],
  tickets: ['ticket.', 'order.', 'contact.', ...ofHolders, 'home.'],
  scans: ['scan.', 'release.', 'event.attendance', 'ticket.', 'home.'],
  conflicts: ['conflict.', 'home.'],
  contacts: ['contact.', 'order.', 'ticket.', ...ofHolders],
  disputes: ['dispute.', 'home.'],
  waitlist: ['waitlist.'],
  stations: ['station.', 'home.'],
  webhooks: ['webhook.', 'client.', 'home.'],
  audit: ['audit.', 'order.history'],
};

/** Without a sign of life for so long, the connection is dead. */
const SILENCE_MS = 2.5 * CONSOLE_HEARTBEAT_MS;
/** From the first failure on; each further one doubles it. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Follows what changes at the server, and reads again what is shown of it. For one organiser: the frame is another for the next. */
export function useChanges(): void {
  const { base, prove, refresh } = useConsole();
  const queries = useQueryClient();
  useEffect(() => {
    const everything = Object.values(viewsOf).flat();
    const request = async (signal: AbortSignal) => {
      const url = `${base}stream`;
      const headers = await prove(url, 'GET');
      const response = await fetch(url, { headers, signal, cache: 'no-store' });
      // Learns a nonce of the server's, or that the session or the membership has ended.
      if (response.status === 401 || response.status === 403) await refresh();
      return response;
    };
    let ending: AbortController | null = null;
    const reader = gathering(queries);
    let isFirst = true;
    const readEverything = () => {
      // A stream also ends with the role.
      if (!isFirst) void refresh().catch(() => undefined);
      isFirst = false;
      reader.read(everything);
    };
    // A browser has few connections to one host: tabs that nobody looks at take none.
    const followWhileShown = () => {
      if (document.hidden) {
        ending?.abort();
        ending = null;
      } else if (ending === null) {
        ending = new AbortController();
        void follow(ending.signal, request, (topics) => {
          if (topics === null) readEverything();
          else reader.read(topics.flatMap((topic) => viewsOf[topic] ?? []));
        });
      }
    };
    followWhileShown();
    document.addEventListener('visibilitychange', followWhileShown);
    return () => {
      document.removeEventListener('visibilitychange', followWhileShown);
      ending?.abort();
      reader.stop();
    };
  }, [base, prove, refresh, queries]);
}

/**
 * Reads views again by the beginnings of their names, many changes at once. The next reading waits for the one before, which it would end,
 * unless that is never answered.
 */
function gathering(queries: QueryClient) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const readGathered = async () => {
    const beginnings = [...changed];
    changed.clear();
    const isOver = new AbortController();
    const reading = queries.invalidateQueries({
      predicate: ({ queryKey: [, name] }) =>
        typeof name === 'string' && beginnings.some((beginning) => name.startsWith(beginning)),
    });
    await Promise.race([reading, pause(SILENCE_MS, isOver.signal)]);
    isOver.abort();
    timer = undefined;
    if (changed.size > 0) plan();
  };
  const plan = () => {
    if (!isStopped) timer ??= setTimeout(() => void readGathered(), CHANGE_WAITS_MS.readTogether);
  };
  return {
    read: (views: readonly string[]) => {
      for (const view of views) changed.add(view);
      plan();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** `onChange(null)`: a connection follows from here on, so whatever changed before has to be read. */
async function follow(
  ended: AbortSignal,
  request: (signal: AbortSignal) => Promise<Response>,
  onChange: (topics: readonly ChangeTopic[] | null) => void,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    const silence = new AbortController();
    const watch = setTimeoutOf(() => silence.abort());
    try {
      const response = await request(AbortSignal.any([ended, silence.signal]));
      if (!response.ok || response.body === null) throw new Error('expected a stream');
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      let isNew = true;
      for await (const { event, data } of iterate(events)) {
        watch.restart();
        pauseMs = FIRST_PAUSE_MS;
        if (isNew) onChange(null);
        else if (event === 'change') onChange(topicsIn(data));
        isNew = false;
      }
    } catch {
      // The next attempt tells whether it was the network, the server, or the session.
    } finally {
      watch.stop();
    }
    await pause(pauseMs, ended);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function setTimeoutOf(work: () => void) {
  let timer = setTimeout(work, SILENCE_MS);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(work, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Not every browser iterates streams by itself. */
async function* iterate<Part>(stream: ReadableStream<Part>): AsyncGenerator<Part> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function topicsIn(data: string): readonly ChangeTopic[] {
  try {
    const { topics }: { readonly topics?: readonly ChangeTopic[] } = JSON.parse(data);
    return Array.isArray(topics) ? topics : [];
  } catch {
    return [];
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    ended.addEventListener('abort', end);
  });
}
