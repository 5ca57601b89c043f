// Why: docs/decisions/0025-console-access.md
import type { Readable } from 'node:stream';
import {
  changeTopics,
  CONSOLE_HEARTBEAT_MS,
  type OrganiserChange,
} from '../../shared/console/stream.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { Clock } from '../database/clock.ts';
import { ApiError } from '../http/errors/api-error.ts';
import type { Membership } from '../domain/members/memberships.ts';
import type { OpenStreams } from '../http/streams/open-streams.ts';
import type { ConsoleContext } from './console-context.ts';
import { ConsoleError } from './console-error.ts';
import { requireVerified } from './guards.ts';
import type { OrganiserWatch } from './organiser-watch.ts';
import { requireMembership } from './run-entry.ts';

/** Of one session: each of its tabs has one. */
const MAX_STREAMS = 8;
/** A session that ended, or a member who was removed or has another role, hears nothing more after so long. */
const ASK_AGAIN_MS = 3_000;

interface StreamServices {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly streams: OpenStreams;
  readonly watch: OrganiserWatch;
}

/**
 * Server-sent events: what changes of the member's organiser, without saying how. It outlives its request, so who asks is found again and
 * again, and it ends once that fails. Throws what an operation throws.
 */
export async function followOrganiser(
  context: ConsoleContext,
  services: StreamServices,
): Promise<Readable> {
  const member = await memberOf(context);
  const owner = `console ${context.session?.id}`;
  return services.streams.open(owner, MAX_STREAMS, async (ended) =>
    follow({ ...context, organiser: member.organiser }, member, { ...services, ended }),
  );
}

function memberOf(context: ConsoleContext) {
  return context.database.read(async (tx) =>
    requireMembership(tx, await requireVerified(tx, context), context.organiser),
  );
}

async function* follow(
  context: ConsoleContext,
  { organiser_id, role }: Membership,
  { clock, watch, ended }: StreamServices & { readonly ended: AbortSignal },
): AsyncGenerator<string> {
  const pending = new Pending(AbortSignal.any([ended, watch.closed]));
  using ending = new DisposableStack();
  ending.use(await watch.follow(organiser_id, (change) => pending.add(change)));
  // What happened before it followed is read by the page once it hears this.
  let text = heartbeat(await context.database.read(async ({ now }) => formatInstant(now)));
  let heartbeatAt = clock.monotonicMs() + CONSOLE_HEARTBEAT_MS;
  for (;;) {
    if (text !== '') yield text;
    await pending.next(ASK_AGAIN_MS);
    if (pending.hasEnded || !(await mayFollow(context, role))) return;
    text = pending.take();
    if (clock.monotonicMs() < heartbeatAt) continue;
    heartbeatAt = clock.monotonicMs() + CONSOLE_HEARTBEAT_MS;
    text += heartbeat(await context.database.read(async ({ now }) => formatInstant(now)));
  }
}

/** With another role the page is another one, and asks anew. */
async function mayFollow(context: ConsoleContext, role: Membership['role']): Promise<boolean> {
  try {
    return (await memberOf(context)).role === role;
  } catch (error) {
    if (error instanceof ConsoleError || error instanceof ApiError) return false;
    throw error;
  }
}

function heartbeat(server_time: string): string {
  return `event: heartbeat\ndata: ${JSON.stringify({ server_time })}\n\n`;
}

/** What was not sent yet, as one change: a page that reads slowly gets no more for it. */
class Pending {
  readonly #ended: AbortSignal;
  readonly #topics = new Set<OrganiserChange['topics'][number]>();
  readonly #events = new Set<string>();
  #wake: (() => void) | null = null;

  constructor(ended: AbortSignal) {
    this.#ended = ended;
    ended.addEventListener('abort', () => this.#wake?.());
  }

  get hasEnded(): boolean {
    return this.#ended.aborted;
  }

  add({ topics, events }: OrganiserChange): void {
    for (const topic of topics) this.#topics.add(topic);
    for (const event of events) this.#events.add(event);
    this.#wake?.();
  }

  /** Resolves once there is something, at the end, or after `limitMs`. */
  async next(limitMs: number): Promise<void> {
    if (this.#topics.size > 0 || this.hasEnded) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const limit = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(limit);
    this.#wake = null;
  }

  /** Empty if there is nothing. */
  take(): string {
    if (this.#topics.size === 0) return '';
    const change: OrganiserChange = {
      topics: changeTopics.filter((topic) => this.#topics.has(topic)),
      events: [...this.#events],
    };
    this.#topics.clear();
    this.#events.clear();
    return `event: change\ndata: ${JSON.stringify(change)}\n\n`;
  }
}
